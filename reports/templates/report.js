// Sorts a table by the column whose head is clicked; a second click reverses the order.
for (const button of document.querySelectorAll("th[scope=col] > button")) {
  button.addEventListener("click", () => {
    const head = button.parentElement;
    const place = head.cellIndex;
    const body = head.closest("table").tBodies[0];
    const descending = head.getAttribute("aria-sort") !== "descending" && !head.classList.contains("words")
      || head.getAttribute("aria-sort") === "ascending";
    for (const other of head.parentElement.cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", descending ? "descending" : "ascending");
    // A cell's number is its data-value, or else what it shows, without the small print.
    const key = (row) => {
      const cell = row.cells[place];
      if (head.classList.contains("words") || place === 0) return null;
      const shown = cell.dataset.value ?? cell.firstChild?.textContent ?? "";
      const number = parseFloat(shown.replace("−", "-").replace(/\s/g, ""));
      return Number.isNaN(number) ? null : number;
    };
    const compare = (a, b) => {
      const [x, y] = [key(a), key(b)];
      if (x !== null && y !== null) return descending ? y - x : x - y;
      if (x !== null || y !== null) return x === null ? 1 : -1;
      const order = a.cells[place].textContent.localeCompare(b.cells[place].textContent);
      return descending ? -order : order;
    };
    body.append(...[...body.rows].sort(compare));
  });
}
// A long table can be searched: rows that lack one of the words typed are hidden.
for (const box of document.querySelectorAll(".long")) {
  const field = document.createElement("input");
  const found = document.createElement("output");
  field.type = "search";
  field.placeholder = "search these rows";
  field.setAttribute("aria-label", `Search: ${box.getAttribute("aria-label")}`);
  const rows = [...box.querySelectorAll("tbody > tr")];
  field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
      shown += row.hidden ? 0 : 1;
    }
    found.textContent = words.length ? `${shown} of ${rows.length} rows` : "";
  });
  const line = document.createElement("div");
  line.className = "search";
  line.append(field, found);
  box.before(line);
}
// Paper cannot be clicked: everything folded is opened before printing.
window.addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("details")) details.open = true;
});
// On a phone, fold the sections whose gist is in the verdict.
if (matchMedia("(max-width: 40rem)").matches) {
  for (const fold of document.querySelectorAll(".wide-open > details")) fold.open = false;
}
// A link to a folded section opens it and every fold around it.
const unfold = (hash) => {
  const target = hash.length > 1 && document.getElementById(hash.slice(1));
  const own = target && target.matches(".aside, #reading") && target.querySelector(":scope > details");
  for (let fold = own || target; fold; fold = fold.parentElement?.closest("details")) fold.open = true;
};
window.addEventListener("hashchange", () => unfold(location.hash));
document.addEventListener("click", (event) => unfold(event.target.closest("a[href^='#']")?.hash ?? ""));
unfold(location.hash);
// Tips that a mouse shows by hovering also appear on a tap, or with the arrow keys.
const tipOf = (mark) => mark.querySelector("title").textContent;
for (const picture of document.querySelectorAll(".picture")) {
  // A picture is drawn at several widths. A tip is written only once per picture; other marks with
  // the same tip have its index.
  const titles = [...picture.querySelectorAll("svg * > title")];
  for (const mark of picture.querySelectorAll("[data-tip]")) {
    mark.append(titles[mark.dataset.tip].cloneNode(true));
  }
  for (const title of picture.querySelectorAll("svg * > title")) title.parentElement.classList.add("tip");
  if (!titles.length) continue;
  const line = document.createElement("p");
  line.className = "said-tip";
  line.setAttribute("role", "status");
  picture.after(line);
  picture.tabIndex = 0;
  const say = (mark) => {
    for (const other of picture.querySelectorAll(".said")) other.classList.remove("said");
    if (mark) mark.classList.add("said");
    line.textContent = mark ? tipOf(mark) : "";
  };
  picture.addEventListener("click", (event) => say(event.target.closest(".tip")));
  picture.addEventListener("keydown", (event) => {
    if (event.key === "Escape") say(null);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const shown = [...picture.querySelectorAll("svg")]
      .find((svg) => getComputedStyle(svg).display !== "none");
    const marks = [...shown.querySelectorAll(".tip")];
    const place = marks.findIndex((mark) => mark.classList.contains("said"));
    // If no mark is selected, an arrow selects the first or the last one.
    const next = place < 0 && step < 0 ? marks.length - 1 : place + step;
    say(marks[(next + marks.length) % marks.length]);
  });
}
// Without hovering, a tap on a word shows its meaning until the next tap.
if (matchMedia("(hover: none)").matches) {
  const toast = document.createElement("p");
  toast.className = "toast";
  toast.setAttribute("role", "status");
  toast.hidden = true;
  document.body.append(toast);
  document.addEventListener("click", (event) => {
    const word = event.target.closest("abbr[title], th > button[title]");
    toast.hidden = !word;
    toast.textContent = word ? word.title : "";
  });
}
