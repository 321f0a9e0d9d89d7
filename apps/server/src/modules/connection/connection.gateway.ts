import {
  limits,
  type ConnectionFault,
  type ConnectionStep,
  type ConnectionStepRecord,
  type StepOutcome,
} from '@eyrie/domain';
import type { Runtime } from '../../platform/runtime.ts';
import type { Timer } from '../../platform/timers.ts';
import { createWriteBehind } from '../../platform/write-behind.ts';
import { writeSteps, type StepNote } from './connection.store.ts';

type Details = Partial<Pick<ConnectionStepRecord, 'fault' | 'protocol' | 'code' | 'clockOffset'>>;

/** How a dock came in: as its broker says, or as its questions show. */
export interface SignIn {
  protocol: number | null;
  tls: boolean | null;
}

/** What only docks of the Cloud API do on their way in. */
const cloudSteps = [
  'config',
  'bindStatus',
  'organisationGet',
  'organisationBind',
] as const satisfies ConnectionStep[];

/** Notes how far docks come on their way in, beside the path of their messages. */
export const createConnectionNotes = (
  { db, log, serverTime }: Pick<Runtime, 'db' | 'log' | 'serverTime'>,
  by: Pick<Timer, 'name' | 'process'> = { name: 'connection.write', process: 'gateway' },
) => {
  let waiting = new Map<string, StepNote>();
  const last = new Map<string, { at: number; same: string }>();
  /** Docks that asked for their configuration on this connection and have not come further. */
  const configured = new Set<string>();

  const write = async (): Promise<void> => {
    if (waiting.size === 0) return;
    const notes = [...waiting.values()];
    waiting = new Map();
    await writeSteps(db, notes);
  };
  const behind = createWriteBehind(log, 'how docks came in is not written down', write);
  const timers: readonly Timer[] = [
    { ...by, every: limits.connection.writeEvery, once: 'instance', run: behind.run },
  ];

  const record = (
    dockOID: string,
    step: ConnectionStep,
    outcome: StepOutcome,
    { fault = null, protocol = null, code = null, clockOffset = null }: Details = {},
  ): void => {
    const key = `${dockOID} ${step}`;
    const at = serverTime();
    // A clock that wanders by parts of a second is no news.
    const same = JSON.stringify([outcome, fault, protocol, code]);
    const known = last.get(key);
    if (known?.same === same && at - known.at < limits.connection.sameStepEvery) return;
    if (!waiting.has(key) && waiting.size >= limits.connection.waiting) return;
    last.set(key, { at, same });
    waiting.set(key, { dockOID, step, outcome, fault, at, protocol, code, clockOffset });
  };

  const arrived = (dockOID: string, { tls }: SignIn): void => {
    record(dockOID, 'tcp', 'done');
    if (tls !== null) record(dockOID, 'tls', tls ? 'done' : 'skipped');
  };

  return {
    /** The broker let it in. @param open it speaks the open contract */
    connected(dockOID: string, signIn: SignIn, { open }: { open: boolean }): void {
      configured.delete(dockOID);
      arrived(dockOID, signIn);
      record(dockOID, 'connect', 'done', { protocol: signIn.protocol, code: 0 });
      if (open) for (const step of cloudSteps) record(dockOID, step, 'skipped');
    },
    /** The broker did not let it in. @param code of the answer, as MQTT 3.1.1 numbers it */
    denied(dockOID: string, fault: ConnectionFault, signIn: SignIn, code: number | null): void {
      arrived(dockOID, signIn);
      record(dockOID, 'connect', 'failed', { fault, protocol: signIn.protocol, code });
    },
    disconnected(dockOID: string): void {
      // A dock checks the licence that it was given and leaves when it does not like it; it says nothing of that.
      if (configured.delete(dockOID)) record(dockOID, 'config', 'failed', { fault: 'licenceRefused' });
      record(dockOID, 'connect', 'failed', { fault: 'disconnected' });
    },
    /** It asked something, or said something of itself, and was answered. */
    step(dockOID: string, step: ConnectionStep, details: Details = {}): void {
      if (step === 'config') configured.add(dockOID);
      else configured.delete(dockOID);
      record(dockOID, step, details.fault ? 'failed' : 'done', details);
    },
    /** @param offset clock of the dock minus that of this server, ms; null: it says no time */
    telemetry(dockOID: string, offset: number | null): void {
      configured.delete(dockOID);
      const off = offset !== null && Math.abs(offset) > limits.dock.clockDifference;
      record(dockOID, 'telemetry', off ? 'failed' : 'done', {
        fault: off ? 'clockOff' : null,
        clockOffset: offset === null ? null : Math.round(offset / 1_000),
      });
    },
    flush: behind.flush,
    timers,
  };
};
export type ConnectionNotes = ReturnType<typeof createConnectionNotes>;
