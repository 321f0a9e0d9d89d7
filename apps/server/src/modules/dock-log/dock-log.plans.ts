import { limits, type LogModule } from '@eyrie/domain';
import { logCancelService, logListService, logUploadService } from '@eyrie/dji';
import { Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { offerDeclared, stateAlone, type CommandPlan, type PlanContext } from '../command/index.ts';
import type { LogCredentials } from './dock-log.keys.ts';
import { keyOf } from './dock-log.keys.ts';
import {
  cancelUploads,
  endUploadsOf,
  insertUpload,
  lastListing,
  openUploadsOfDock,
} from './dock-log.store.ts';

interface Files {
  module: LogModule;
  bootIndexes: readonly number[];
}

const modulesOf = ({ command }: Pick<PlanContext, 'command'>) =>
  command.arguments['modules'] as readonly LogModule[];
const filesOf = ({ command }: Pick<PlanContext, 'command'>) => command.arguments['files'] as readonly Files[];

/** What the chosen starts reach over, as far as the dock listed them. */
const spanOf = async (
  db: DbOrTrx,
  dockOID: string,
  { module, bootIndexes }: Files,
): Promise<{ startTime: number | null; endTime: number | null }> => {
  const listed = (await lastListing(db, dockOID))?.modules.find((one) => one.module === module);
  const starts = (listed?.starts ?? []).filter(({ bootIndex }) => bootIndexes.includes(bootIndex));
  const known = (times: readonly (number | null)[]): number[] => times.filter((time) => time !== null);
  const from = known(starts.map(({ startTime }) => startTime));
  const to = known(starts.map(({ endTime }) => endTime));
  return {
    startTime: from.length > 0 ? Math.min(...from) : null,
    endTime: to.length > 0 ? Math.max(...to) : null,
  };
};

const logQuery: CommandPlan = {
  refuse: () => null,
  // The dock's answer is known again by this number.
  steps: async ({ command }) => [
    async () => ({
      service: logListService(modulesOf({ command })),
      ack: limits.dockLog.answer,
      bid: command.oid,
    }),
  ],
};

export interface LogPlanDependencies {
  credentials: LogCredentials;
  /** Uploads of the dock stand otherwise. */
  changed(link: PlanContext['link']): void;
}

const logUpload = (
  { db, serverTime, newOid }: Pick<Runtime, 'db' | 'serverTime' | 'newOid'>,
  { credentials, changed }: LogPlanDependencies,
): CommandPlan => ({
  ...stateAlone(offerDeclared('logUpload')),
  // The rows are there before the order leaves: whatever the dock then says finds them, on any server.
  authorise: async () => async (trx, context) => {
    const { link, command } = context;
    for (const file of filesOf(context)) {
      const upload = {
        oid: newOid(),
        groupRoot: link.dock.groupRoot,
        dockOID: link.dock.oid,
        commandOID: command.oid,
        module: file.module,
        objectKey: keyOf(link.dock.oid, command.oid, file.module),
        bootIndexes: file.bootIndexes,
        ...(await spanOf(trx, link.dock.oid, file)),
        askedBy: command.issuedBy,
        at: new Date(Math.round(serverTime())),
      };
      if (!(await insertUpload(trx, upload))) throw new Refusal('logUploadOpen');
    }
    return undefined;
  },
  async steps(context) {
    const { link, command } = context;
    const { credential, expiresAt } = await credentials.give(link.dock.oid, command.oid);
    const files = filesOf(context).map(({ module, bootIndexes }) => ({
      module,
      bootIndexes,
      objectKey: keyOf(link.dock.oid, command.oid, module),
    }));
    const service = logUploadService({ credential, expiresAt, files });
    return [async () => ({ service, ack: limits.command.ack, bid: command.oid })];
  },
  async settled({ link, command }, state, code) {
    // Silence is no end: the dock may have begun, and its own reports or their absence decide.
    if (state === 'rejected' || state === 'failed') {
      const at = new Date(Math.round(serverTime()));
      const fault = state === 'rejected' ? 'refused' : 'notSent';
      await endUploadsOf(db, command.oid, { fault, code, at });
      await credentials.end(link.dock.oid, command.oid);
    }
    changed(link);
  },
});

const logUploadCancel = (
  { db, serverTime }: Pick<Runtime, 'db' | 'serverTime'>,
  { credentials, changed }: LogPlanDependencies,
): CommandPlan => ({
  refuse: () => null,
  authorise: async () => async (trx, context) => {
    const open = await openUploadsOfDock(trx, context.link.dock.oid);
    if (!open.some(({ module }) => modulesOf(context).includes(module))) throw new Refusal('logUploadNone');
    return undefined;
  },
  steps: async (context) => [
    async () => ({
      service: logCancelService(modulesOf(context)),
      ack: limits.command.ack,
      bid: context.command.oid,
    }),
  ],
  async settled(context, state) {
    if (state !== 'succeeded') return;
    const { dock } = context.link;
    const at = new Date(Math.round(serverTime()));
    const orders = await cancelUploads(db, dock.oid, modulesOf(context), at);
    for (const commandOID of orders) await credentials.endIfOver(dock.oid, commandOID);
    changed(context.link);
  },
});

/** What may be ordered about the log files of a dock. */
export const dockLogPlans = (
  runtime: Pick<Runtime, 'db' | 'serverTime' | 'newOid'>,
  deps: LogPlanDependencies,
) => ({
  logQuery,
  logUpload: logUpload(runtime, deps),
  logUploadCancel: logUploadCancel(runtime, deps),
});
