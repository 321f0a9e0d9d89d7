import { existsSync } from 'node:fs';
import { BEHIND } from '../thread-priority.ts';

const nice = ['/usr/bin/nice', '/bin/nice'].find((path) => existsSync(path));

/**
 * How a child is forked so that every thread of it runs behind those of this server, also the threads that libraries
 * open by themselves: a priority that is set later reaches only the thread that sets it.
 * @param execArgv flags of the child's own Node
 */
export const forkBehind = (execArgv: readonly string[]): { execPath?: string; execArgv: string[] } =>
  nice === undefined
    ? { execArgv: [...execArgv] }
    : { execPath: nice, execArgv: ['-n', String(BEHIND), process.execPath, ...execArgv] };
