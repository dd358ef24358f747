// Reloads the page when it has been written anew, and leaves it as the reader had it.
(() => {
  const { stamp, pulse } = document.currentScript.dataset;
  const seconds = 2;
  const key = "eoc-sim live " + location.pathname;
  // What is folded is known by its words, as sections come and go while a run grows.
  const folds = () => [...document.querySelectorAll("details")].map((details, place, all) => {
    const words = details.querySelector("summary")?.textContent ?? "";
    const same = all.slice(0, place).filter((one) => one.querySelector("summary")?.textContent === words);
    return [words + " " + same.length, details];
  });
  const keep = () => {
    const open = Object.fromEntries(folds().map(([words, details]) => [words, details.open]));
    try {
      sessionStorage.setItem(key, JSON.stringify({ top: window.scrollY, open }));
    } catch { /* A browser that stores nothing shows the page from its top. */ }
  };
  const restore = () => {
    let kept = null;
    try {
      kept = JSON.parse(sessionStorage.getItem(key));
      sessionStorage.removeItem(key);
    } catch { /* As above. */ }
    if (!kept) return;
    for (const [words, details] of folds()) details.open = kept.open[words] ?? details.open;
    window.scrollTo({ top: kept.top, behavior: "instant" });
  };
  window.renewed = (newest) => {
    if (newest === stamp) return;
    keep();
    location.reload();
  };
  document.addEventListener("DOMContentLoaded", restore);
  const ask = setInterval(() => {
    const script = document.createElement("script");
    script.src = pulse + "?" + Date.now();
    script.onload = () => script.remove();
    script.onerror = () => {
      // The page was moved away from what renews it.
      clearInterval(ask);
      script.remove();
    };
    document.head.append(script);
  }, seconds * 1000);
})();
