// How long this thread has worked, in milliseconds: what else a machine does takes none of it.

export function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
