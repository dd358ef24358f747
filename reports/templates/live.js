// Reloads the page once it is rewritten, and restores what the reader had open and in view.
(() => {
  const { stamp, pulse } = document.currentScript.dataset;
  const seconds = 2;
  const key = "eoc-sim live " + location.pathname;
  // Folds are identified by their summaries, since sections come and go while a run grows.
  const folds = () => [...document.querySelectorAll("details")].map((details, place, all) => {
    const words = details.querySelector("summary")?.textContent ?? "";
    const namesakes = all.slice(0, place).filter((one) => one.querySelector("summary")?.textContent === words);
    return [words + " " + namesakes.length, details];
  });
  // The scroll position is relative to the section being read, since those above it may grow.
  const top = (section) => section.getBoundingClientRect().top;
  const sectionInView = () => [...document.querySelectorAll("section[id]")].findLast((one) => top(one) <= innerHeight / 2);
  const keep = () => {
    const open = Object.fromEntries(folds().map(([words, details]) => [words, details.open]));
    const section = scrollY > 0 ? sectionInView() : undefined;
    const kept = { open, scroll: scrollY, section: section?.id, top: section && top(section) };
    try {
      sessionStorage.setItem(key, JSON.stringify(kept));
      history.scrollRestoration = "manual";
    } catch { /* Without storage, the browser restores the position itself. */ }
  };
  const restore = () => {
    let kept = null;
    try {
      kept = JSON.parse(sessionStorage.getItem(key));
      sessionStorage.removeItem(key);
      history.scrollRestoration = "auto";
    } catch { /* As above. */ }
    if (!kept) return;
    for (const [words, details] of folds()) details.open = kept.open[words] ?? details.open;
    const section = kept.section && document.getElementById(kept.section);
    const place = section ? scrollY + top(section) - kept.top : kept.scroll;
    window.scrollTo({ top: place, behavior: "instant" });
  };
  document.addEventListener("DOMContentLoaded", restore);
  if (!pulse) return;  // The page is final.
  window.renewed = (newest) => {
    if (newest === stamp) return;
    keep();
    location.reload();
  };
  const timer = setInterval(() => {
    const script = document.createElement("script");
    script.src = pulse + "?" + Date.now();
    script.onload = () => script.remove();
    script.onerror = () => {
      // The page was moved away from the script that announces new versions.
      clearInterval(timer);
      script.remove();
    };
    document.head.append(script);
  }, seconds * 1000);
})();
