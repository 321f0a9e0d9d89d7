import { limits } from '@eyrie/domain';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { isDatabaseDown, type DatabaseConnection } from '../postgres/index.ts';
import type { Unit } from '../runtime.ts';
import { createSparingWarn } from '../sparing-log.ts';
import { Denials, type DenialNotice } from './denials.ts';
import type { DeviceAccounts } from './device-accounts.ts';
import { Directory } from './directory.ts';
import { EmqxAdmissions } from './emqx-admissions.ts';
import { createEmqxAnswers } from './emqx-answers.ts';
import { emqxApi, EmqxApiError, type EmqxApi, type EmqxApiSettings } from './emqx-api.ts';
import { emqxPort } from './emqx-port.ts';
import { relayAccounts, type RelayAccount } from './relays.ts';
import { relayName } from './topics.ts';

/** EMQX as the broker of the devices. */
interface EmqxSettings {
  api: EmqxApiSettings;
  /** Where this server answers EMQX, and the secret that EMQX sends; undefined: other servers do. */
  listen: { host: string; port: number; secret: string } | undefined;
}

interface Emqx {
  accounts: DeviceAccounts & {
    /** Ends the connection of a dock, which may come back at once. @throws Error when EMQX does not do so */
    disconnect(sn: string): Promise<void>;
  };
  /** @throws Error when the management API does not answer */
  check(): Promise<void>;
  /** False: the last time that its management API was asked for something it did not do it. */
  managed(): boolean;
  /** What has to run: the port for EMQX where this server has it, and what ends connections. */
  units: readonly Unit[];
  /** Is given each denial from now on. @returns stops */
  onDenial(hear: (notice: DenialNotice) => void): () => void;
}

/**
 * Ends the connections of those whose admission does not hold any more. Each server looks by itself: to end a connection
 * twice does no harm, for who may come back does.
 */
export const createEnding = (
  admissions: Pick<EmqxAdmissions, 'ended' | 'forget'>,
  api: Pick<EmqxApi, 'end'>,
): { run(): Promise<number> } => ({
  /** @returns how many had to end; each did. @throws Error when one did not */
  async run() {
    const ended = await admissions.ended(limits.emqx.endAtOnce);
    const outcomes = await Promise.allSettled(
      ended.map(async (one) => {
        await api.end(one.name);
        await admissions.forget(one);
      }),
    );
    for (const one of outcomes)
      if (one.status === 'rejected')
        throw one.reason instanceof Error ? one.reason : new Error(String(one.reason));
    return ended.length;
  },
});

/** Runs work again and again, one run at a time. A failure is logged when it begins, and when it is over. */
const repeated = (name: string, work: () => Promise<void>, log: Log): { unit: Unit; failing(): boolean } => {
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> | null = null;
  let failing = false;
  const attempt = async (): Promise<void> => {
    try {
      await work();
      if (failing) log.info('the management API of EMQX does what it is asked for again');
      failing = false;
    } catch (err) {
      // Who has to be shut out is not known then, and that the database is away is said elsewhere.
      if (!(err instanceof EmqxApiError) && isDatabaseDown(err)) return;
      if (!failing)
        log.error({ err }, 'the management API of EMQX does not do what it is asked for; tried again');
      failing = true;
    }
  };
  const turn = (): void => {
    underWay ??= attempt().finally(() => {
      underWay = null;
    });
  };
  const unit: Unit = {
    name,
    async start() {
      timer = setInterval(turn, limits.emqx.endEvery).unref();
      turn();
    },
    async stop() {
      clearInterval(timer);
      await underWay;
    },
  };
  return { unit, failing: () => failing };
};

/**
 * Accounts of EMQX: they are our own tables, which EMQX asks about. All that is left to do there is to end connections and to
 * let it forget answers. Where a connection is not ended, `createEnding` tries until it is, so that no call fails for it.
 */
const emqxAccounts = (api: EmqxApi, log: Log): Emqx['accounts'] => {
  const end = async (...names: string[]): Promise<void> => {
    const outcomes = await Promise.allSettled(names.map((name) => api.end(name)));
    for (const one of outcomes)
      if (one.status === 'rejected')
        log.warn({ err: one.reason, names }, 'a connection at EMQX is not ended yet; it is tried again');
  };
  /** A new aircraft: what was answered of it before would be remembered for a while. */
  const forget = (sn: string): Promise<void> =>
    api
      .forgetAnswers(sn)
      .catch((err: unknown) => log.warn({ err, sn }, 'EMQX remembers old answers for a while'));
  return {
    // Whoever came by the secret before is out, so that it signs in anew, with the rights of now.
    ensureDock: (sn, secret) => (secret === undefined ? forget(sn) : end(sn)),
    bindDrone: (sn) => forget(sn),
    bindDrones: async (bindings) => {
      await Promise.all(bindings.map(({ sn }) => forget(sn)));
    },
    removeDock: (sn) => end(sn, relayName(sn)),
    suspendDock: (sn) => end(sn, relayName(sn)),
    resumeDock: async () => undefined,
    // EMQX asks for the account where whoever let it in has written it.
    admitRelay: async () => true,
    dismissRelay: (sn) => end(relayName(sn)),
    disconnect: (sn) => api.end(sn),
  };
};

/** @param ownName user name of the servers at EMQX */
export const createEmqx = (
  { api: apiSettings, listen }: EmqxSettings,
  {
    ownName,
    database,
    clock,
    log,
  }: { ownName: string; database: DatabaseConnection; clock: Clock; log: Log },
): Emqx => {
  const listeners = new Set<(notice: DenialNotice) => void>();
  const api = emqxApi(apiSettings);
  const admissions = new EmqxAdmissions(database);
  const mono = (): number => clock.mono();
  const directory = new Directory(database, mono);
  const denials = new Denials(clock, (notice) => {
    for (const hear of listeners) hear(notice);
  });
  const relayAccount = async (sn: string): Promise<RelayAccount | undefined> =>
    (await relayAccounts(database, [sn])).get(sn);
  const answers = createEmqxAnswers({ directory, relayAccount, admissions, denials, ownName, mono });
  const ending = createEnding(admissions, api);
  const work = async (): Promise<void> => {
    directory.sweep();
    // With nobody to end it is asked all the same: that it is away is known before somebody has to be shut out.
    if ((await ending.run()) === 0) await api.check();
  };
  const management = repeated('connections at EMQX', work, log);
  const warn = createSparingWarn(log, mono);
  return {
    accounts: emqxAccounts(api, log),
    check: () => api.check(),
    managed: () => !management.failing(),
    units: [
      management.unit,
      ...(listen ? [emqxPort(listen, { secret: listen.secret, answers, warn, mono })] : []),
    ],
    onDenial(hear) {
      listeners.add(hear);
      return () => void listeners.delete(hear);
    },
  };
};
