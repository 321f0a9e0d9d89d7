/** Notices that whoever started this process is gone, also when a shell of npm stands between. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const ps = (field, pid) =>
  spawnSync('ps', ['-o', `${field}=`, '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';

/** Words of a running process, or nothing when it is gone. */
function commandOf(pid) {
  try {
    return process.platform === 'linux' ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : ps('command', pid);
  } catch {
    return '';
  }
}

function parentOf(pid) {
  try {
    // The name in brackets may hold blanks; state and parent follow it.
    if (process.platform === 'linux')
      return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')[1]);
    return Number(ps('ppid', pid));
  } catch {
    return undefined;
  }
}

/**
 * Calls back once when the parent has ended. npm runs a script through a shell that outlives it, so under npm the
 * parent of that shell is watched too.
 */
export function onAncestorsGone(callback) {
  const parent = process.ppid;
  const throughShell = process.env.npm_lifecycle_event !== undefined && /^\S*sh\b/.test(commandOf(parent));
  const npm = throughShell && process.platform !== 'win32' ? parentOf(parent) : undefined;
  const timer = setInterval(() => {
    // A process whose parent dies is given to another one.
    if (process.ppid === parent && (npm === undefined || parentOf(parent) === npm)) return;
    clearInterval(timer);
    callback();
  }, 1000);
}
