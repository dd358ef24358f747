/* The planner's `plan` (strategies/eoc/balanced_0_1.py) in C, on the records of the kernel.

   c_twin.py puts macros and constants before this code: TABLE_mat is the field `mat` of the record
   `table` as an array of its shape, ME_... a field of `me`, PARAMS_... a field of `params`. */

typedef const char *restrict facts;

static inline int32_t max(int32_t one, int32_t other) { return one > other ? one : other; }

static inline int32_t min(int32_t one, int32_t other) { return one < other ? one : other; }

static inline int32_t due(facts table, int seat, int spot, int region)
{
    return TABLE_spot_cost[spot][region] - TABLE_package[seat][spot][region];
}

static inline int sign_banned(facts table, int seat, int spot)
{
    if (TABLE_restricted[seat] == 0)
        return 0;
    int single = TABLE_state_region[TABLE_spot_state[spot]][1] < 0;
    return TABLE_banned[seat][BAN_SIGN] == 1
        || TABLE_banned[seat][single ? BAN_SIGN_SINGLE : BAN_SIGN_BORDER] == 1;
}

static void value_positions(facts table, char *restrict me, facts params)
{
    int seat = *ME_seat, left = MONTHS - *TABLE_month, unique = TABLE_unique_positions[seat];
    double added = STAR
        * (POSITION_STARS[min(unique + 1, POSITIONS)] - POSITION_STARS[unique]);
    if (*TABLE_month <= LAST_PLANNING_MONTH && *PARAMS_new_position > added)
        added = *PARAMS_new_position;
    for (int position = 0; position < POSITIONS; position++)
        ME_position_worth[position] = TABLE_signed_position[seat][position] > 0 ? 0 : (int)added;
    if (*ME_board < 0 || *TABLE_rule_boards != BOARDS_ON)
        return;
    int missing = 0, missing_top = 0;
    for (int place = 0; place < 5; place++) {
        if (TABLE_signed_position[seat][ME_board_position[place]] == 0) {
            missing++;
            if (place < 3)
                missing_top++;
        }
    }
    if (missing == 0 || missing > left + 3)
        return;
    double bonus = *PARAMS_board_worth / missing;
    for (int place = 0; place < 5; place++) {
        int position = ME_board_position[place];
        if (TABLE_signed_position[seat][position] == 0) {
            ME_position_worth[position] += (int)bonus;
            if (place < 3)
                ME_position_worth[position] += TOP_3_WORTH / missing_top;
        }
    }
}

static void value_region(facts table, char *restrict me, facts params)
{
    int seat = *ME_seat, focus = TABLE_region[seat];
    for (int region = 0; region < COLOURS; region++)
        if (TABLE_signed_region[seat][region] > TABLE_signed_region[seat][focus] + 1)
            focus = region;
    *ME_focus_region = focus;
    int depth = min(TABLE_signed_region[seat][focus], LONGEST);
    int step = REGION_STARS[min(depth + 1, LONGEST)] - REGION_STARS[depth];
    *ME_region_worth = STAR * step;
    if (*TABLE_month <= LAST_PLANNING_MONTH)
        *ME_region_worth = max((int)*PARAMS_region_recruit, STAR * step);
}

static inline int free_moves(facts table, int month)
{
    if (*TABLE_rule_free_moves == FREE_MOVES_PRINTED)
        return CALENDAR_FREE_MOVES[month];
    return *TABLE_rule_free_moves == FREE_MOVES_THREE ? 3 : 0;
}

static __attribute__((noinline)) void plan(facts table, char *restrict me, facts params)
{
    int seat = *ME_seat, month = *TABLE_month;
    value_positions(table, me, params);
    value_region(table, me, params);
    for (int colour = 0; colour < COLOURS; colour++) {
        int stock = TABLE_mat[seat][colour] + TABLE_calendar[seat][month][colour];
        if (month < MONTHS)
            stock += TABLE_calendar[seat][month + 1][colour];
        ME_stock[colour] = stock;
    }
    for (int place = 0; place < CANDIDATES; place++) {
        ME_candidate[place] = -1;
        ME_candidate_worth[place] = 0;
    }
    int focus = *ME_focus_region, region_worth = *ME_region_worth, here = TABLE_node[seat];
    int free = *ME_turn_month == month ? TABLE_free_moves[seat] : free_moves(table, month);
    int most = MAX_BASE * STAR;
    for (int position = 0; position < POSITIONS; position++)
        most = max(most, MAX_BASE * STAR + ME_position_worth[position]);
    int border_worth = (int)*PARAMS_border_worth, bar = LOWEST_WORTH, filled = 0, worst = 0;
    for (int number = 0; number < STATES; number++) {
        int steps = TABLE_near_steps[here][number];
        int cost = FAR_WEIGHT * steps + STEP_WEIGHT * max(0, steps - free);
        if (region_worth + border_worth + most - cost <= bar)
            break;
        int state = TABLE_near_state[here][number];
        int first = TABLE_state_region[state][0], second = TABLE_state_region[state][1];
        int place_worth = first == focus || second == focus ? region_worth : 0;
        if (second >= 0)
            place_worth += border_worth;
        if (place_worth + most - cost <= bar)
            continue;
        for (int slot = 0; slot < (second >= 0 ? 2 : 1); slot++) {
            int spot = TABLE_state_spot[state][slot];
            if (TABLE_spot_owner[spot] >= 0)
                continue;
            int worth = place_worth + STAR * TABLE_spot_base[spot]
                + ME_position_worth[TABLE_spot_position[spot]];
            int unpaid = TABLE_spot_price[spot] - TABLE_package_size[seat][spot];
            int rank = worth - cost - EC_OF_PRICE * unpaid;
            if (rank <= bar)
                continue;
            int lack = max(0, due(table, seat, spot, first) - ME_stock[first]);
            if (second >= 0)
                lack += max(0, due(table, seat, spot, second) - ME_stock[second]);
            rank -= ROUTES_MISSING_EC * lack;
            if (rank <= bar || sign_banned(table, seat, spot))
                continue;
            ME_candidate[worst] = spot;
            ME_candidate_worth[worst] = worth;
            ME_candidate_rank[worst] = rank;
            worst++;
            if (filled < CANDIDATES)
                filled++;
            if (filled == CANDIDATES) {
                worst = 0;
                for (int place = 1; place < CANDIDATES; place++)
                    if (ME_candidate_rank[place] < ME_candidate_rank[worst])
                        worst = place;
                bar = ME_candidate_rank[worst];
            }
        }
    }
    *ME_planned_month = month;
    for (int place = 0; place < CANDIDATES; place++)
        ME_closed_candidate[place] = 0;
    for (int place = 0; place < CALENDAR_CARDS; place++)
        ME_closed_card[place] = 0;
}

void plan_often(char *states, char *params, int64_t number, int64_t rounds)
{
    for (int64_t round = 0; round < rounds; round++)
        for (int64_t one = 0; one < number; one++)
            for (int seat = 0; seat < MAX_PLAYERS; seat++) {
                char *state = states + one * STATE_SIZE;
                plan(state + TABLE_PLACE, state + SEATS_PLACE + seat * SEAT_SIZE,
                     params + seat * PARAMS_SIZE);
            }
}
