/**
 * Calls back once when the process that started this one is gone, however it ended. Without a channel to a parent
 * (started by hand, by a supervisor or in a container) there is nobody to watch and nothing happens.
 */
export function onParentGone(callback: () => void): void {
  if (!process.connected) return;
  process.once('disconnect', callback);
  // The channel alone must not keep the process alive.
  process.channel?.unref();
}
