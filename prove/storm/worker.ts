/** The thread in which the docks of a storm live, so that they do not slow down what is measured beside them. */
import { parentPort } from 'node:worker_threads';
import { stepBehind } from '../../apps/server/src/platform/thread-priority.ts';
import { StormDock, stormSn } from './dock.ts';

export type ToLoad =
  | { kind: 'dial'; port: number; from: number; to: number; sayEvery: number }
  | { kind: 'hangUp' }
  | { kind: 'count' };

export interface LoadCounts {
  /** Sign-ins that the broker refused. */
  refused: number;
  /** Connections that ended before they were answered. */
  cut: number;
  /** Connections that ended after they were. */
  lost: number;
}

// Docks have processors of their own; here they must not take the cores from what is measured.
stepBehind();
let docks: StormDock[] = [];
const sum = (of: (dock: StormDock) => number): number => docks.reduce((all, dock) => all + of(dock), 0);

parentPort?.on('message', (said: ToLoad) => {
  if (said.kind === 'dial') {
    const { port, from, to, sayEvery } = said;
    const fresh = Array.from(
      { length: to - from },
      (_, at) => new StormDock(port, stormSn(from + at), sayEvery),
    );
    docks.push(...fresh);
    for (const dock of fresh) dock.connect();
  } else if (said.kind === 'hangUp') {
    for (const dock of docks) dock.end();
    docks = [];
  } else
    parentPort?.postMessage({
      refused: sum((dock) => dock.refused),
      cut: sum((dock) => dock.cut),
      lost: sum((dock) => dock.lost),
    } satisfies LoadCounts);
});
