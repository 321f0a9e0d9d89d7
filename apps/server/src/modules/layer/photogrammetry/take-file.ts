import type { CallContext, Caller } from '../../../platform/http/endpoint.ts';
import type { AuditLog } from '../../audit-log/index.ts';
import type { LayerDeps } from '../layer.deps.ts';
import { createLayers } from '../layer.service.ts';
import type { TakeFile } from './photogrammetry.deps.ts';
import type { ClaimedTask } from './photogrammetry.store.ts';

/** Its row says that the server did it in the name of the member who asked. */
const byServer = (audit: AuditLog): AuditLog => ({
  ...audit,
  done: (db, { caller, correlationId }, action, detail = {}) =>
    audit.write(db, {
      groupRoot: caller.groupRoot,
      memberOID: caller.memberOID,
      sessionOID: null,
      address: null,
      action,
      outcome: 'done',
      detail: { ...detail, byServer: true },
      correlationId,
    }),
});

/** The member who asked, in the department of the flight. */
const callerOf = ({ askedBy, groupRoot, groupOID }: ClaimedTask): Caller => ({
  memberOID: askedBy,
  account: '',
  name: '',
  groupRoot,
  groupOID,
  sessionOID: '',
  resources: new Set(['layer:edit']),
  mustChange: false,
  mustSetUp: false,
});

/** Files of the engine become layers by the way that files of people come: with its checks and limits. */
export const takeFor = (deps: LayerDeps): TakeFile => {
  const layers = createLayers({ ...deps, audit: byServer(deps.audit) });
  return async (task, file, request, also) => {
    const context: CallContext = {
      caller: callerOf(task),
      language: 'zh-CN',
      address: '',
      userAgent: '',
      correlationId: task.oid,
      log: deps.runtime.log,
      file: null,
      setCookie: () => undefined,
      clearCookies: () => undefined,
      cookie: () => undefined,
      range: null,
      token: null,
    };
    await layers.upload(file, request, context, also);
  };
};
