// Filters cargo's output for a log: drops the lines that name crates, and replaces the progress bar by one line for
// each tenth of the crates.
const named = /^\s*(Compiling|Downloading|Downloaded|Locking|Updating|Blocking|Adding)\b/;
const bar = /^\s*Building \[[^\]]*\]\s*(\d+)\/(\d+)/;
let pending = "";
let tenths = 0;

function show(line) {
  const position = bar.exec(line);
  if (!position) {
    if (line.trim() !== "" && !named.test(line)) console.log(line);
    return;
  }
  const [done, total] = position.slice(1).map(Number);
  const reached = Math.floor((done * 10) / total);
  if (reached <= tenths || done === total) return;
  tenths = reached;
  console.log(`binaries: ${done} of ${total} crates compiled, ${total - done} left`);
}

process.stdin.setEncoding("utf8");
process.stdin.on("data", (text) => {
  const lines = (pending + text).split(/[\r\n]+/);
  pending = lines.pop();
  lines.forEach(show);
});
process.stdin.on("end", () => show(pending));
