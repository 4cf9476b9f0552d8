// Runs before the first paint, so that a chosen theme does not flash in late.
try {
  const theme = localStorage.getItem("user-memory-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be blocked; then the system's theme holds.
}
