// Sorts a table by the column whose head is clicked; a second click turns the order round.
for (const button of document.querySelectorAll("th[scope=col] > button")) {
  button.addEventListener("click", () => {
    const head = button.parentElement;
    const place = head.cellIndex;
    const body = head.closest("table").tBodies[0];
    const falling = head.getAttribute("aria-sort") !== "descending" && !head.classList.contains("words")
      || head.getAttribute("aria-sort") === "ascending";
    for (const other of head.parentElement.cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", falling ? "descending" : "ascending");
    const key = (row) => {
      const cell = row.cells[place];
      return cell.dataset.value === undefined ? null : Number(cell.dataset.value);
    };
    const compare = (a, b) => {
      const [x, y] = [key(a), key(b)];
      if (x !== null && y !== null) return falling ? y - x : x - y;
      if (x !== null || y !== null) return x === null ? 1 : -1;
      const order = a.cells[place].textContent.localeCompare(b.cells[place].textContent);
      return falling ? -order : order;
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
