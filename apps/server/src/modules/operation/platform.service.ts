import { operationCalls, type WorkKind, type WorkRecord } from '@eyrie/domain';
import type { BytesAnswer, CallContext } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { StoredFiles } from './stored-files.ts';
import { lockKind, openOfKind } from './work.store.ts';
import type { createPeoplesWork } from './work-people.service.ts';
import type { Work } from './work.service.ts';

export interface PlatformDeps {
  audit: AuditLog;
  work: Work;
  peoplesWork: ReturnType<typeof createPeoplesWork>;
  instanceId: string;
  backups: StoredFiles;
  diagnoses: StoredFiles;
}

/** What the operators of the instance do with it. */
export function createPlatform(runtime: Pick<Runtime, 'db'>, deps: PlatformDeps) {
  const { db } = runtime;
  const { audit, backups, diagnoses, instanceId } = deps;

  const audited = (context: CallContext, action: string, detail: Record<string, unknown>) =>
    audit.done(db, context, action, detail);

  /** Starts work of which one at a time is enough. @throws Refusal workRunning */
  async function begin(kind: WorkKind, action: string, context: CallContext): Promise<WorkRecord> {
    const { groupRoot, memberOID } = context.caller;
    const oid = await db.transaction().execute(async (trx) => {
      await lockKind(trx, kind);
      if (await openOfKind(trx, kind)) throw new Refusal('workRunning');
      const made = await deps.work.add(trx, { kind, ownerOID: memberOID, groupRoot, request: {} });
      await audit.done(trx, context, action, { work: made });
      return made;
    });
    const [record] = (await deps.peoplesWork.list(context.caller, { pageNum: 1, pageSize: 1, oid })).list;
    if (!record) throw notFound();
    return record;
  }

  return {
    backUp: (context: CallContext) => begin('backup', 'backup.start', context),
    diagnose: (context: CallContext) => begin('diagnosis', 'operation.diagnosis', context),
    backups: async () => ({ instanceId, list: await backups.list() }),
    diagnoses: async () => ({ instanceId, list: await diagnoses.list() }),
    async downloadBackup(name: string, context: CallContext): Promise<BytesAnswer> {
      const answer = await backups.download(name);
      // Every secret of the instance is about to leave it.
      await audited(context, 'backup.download', { name });
      return answer;
    },
    async downloadDiagnosis(name: string, context: CallContext): Promise<BytesAnswer> {
      const answer = await diagnoses.download(name);
      await audited(context, 'operation.diagnosisDownload', { name });
      return answer;
    },
    async deleteBackups(names: readonly string[], context: CallContext): Promise<void> {
      await backups.requireAll(names);
      await audited(context, 'backup.delete', { names });
      for (const name of names) await backups.remove(name);
    },
  };
}

export const backupFileCalls = [operationCalls.backupDownload, operationCalls.backupDelete];
export const diagnosisFileCalls = [operationCalls.diagnosisDownload];
