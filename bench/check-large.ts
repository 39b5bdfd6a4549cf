// Runs `ninefold check --format json FILE` in this process, and says what it took. In: a file. Out: on stderr a JSON line
// with seconds of the processors and the peak memory; on stdout the report.

process.argv = [process.argv[0]!, 'ninefold', 'check', '--format', 'json', process.argv[2]!];
process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  const megabytes = process.resourceUsage().maxRSS / 1024;
  process.stderr.write(`${JSON.stringify({ cpu: (user + system) / 1e6, megabytes })}\n`);
});
await import(new URL('../dist/cli/main.js', import.meta.url).href);
