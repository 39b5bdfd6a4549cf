// Does this process have the terminal, or does it run behind its shell? One that runs behind it and reads from the terminal is
// stopped. Input: what the system says about the process. Output: yes or no; yes where it says nothing.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export function isInForeground(): boolean {
  try {
    if (process.platform === 'linux') return hasTerminal(readFileSync('/proc/self/stat', 'utf8'));
    if (process.platform === 'win32') return true;
    // `+`: of the group of processes that has the terminal.
    const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(process.pid)], { encoding: 'utf8' });
    return !stdout || stdout.includes('+');
  } catch {
    return true;
  }
}

/** Is the group of the process that of its terminal? The name before them may hold anything: proc_pid_stat(5). */
export function hasTerminal(stat: string): boolean {
  const [, , group, , , terminal] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return group === undefined || terminal === undefined || group === terminal;
}
