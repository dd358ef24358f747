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
// Paper cannot be clicked: everything folded is opened before printing.
window.addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("details")) details.open = true;
});
