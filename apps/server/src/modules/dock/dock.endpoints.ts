import { randomBytes } from 'node:crypto';
import { chineseName, dockCalls, limits, type DockRecord } from '@eyrie/domain';
import { modelKey, modelName, pairedModels } from '@eyrie/dji';
import { serve, type CallContext, type Caller, type Endpoint } from '../../platform/http/endpoint.ts';
import { hashSecret } from '../../platform/device-secret.ts';
import { invalidField, notFound, Refusal } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { countDocks, getDock, queryDocks, type DockQuery } from './dock.list.store.ts';
import {
  bindDrone,
  departmentVisible,
  dockForCaller,
  docksInUse,
  insertDock,
  notifyDockChanged,
  softDeleteDocks,
  updateDock,
} from './dock.store.ts';

/** Accounts of docks on the broker: nothing to do where the broker reads our tables, one command where it does not. */
export interface DockAccounts {
  ensureDock(sn: string, secret: string): Promise<void>;
  bindDrone(sn: string, droneSn: string): Promise<void>;
  removeDock(sn: string): Promise<void>;
}

export interface DockEndpointDependencies {
  audit: AuditLog;
  accounts: DockAccounts;
  /** Does the organisation insist on Chinese names. */
  chineseNamesOnly(groupRoot: string): Promise<boolean>;
  /** Resolves once a gateway hears the dock, or after a while: what it says from then on is not lost. */
  untilHeard(dockOID: string): { wait(): Promise<void> };
}

const allowedOn = (caller: Caller): string[] => [
  ...(caller.resources.has('dock:edit') ? ['edit', 'delete', 'windspeedSet'] : []),
  ...(caller.resources.has('dock:control')
    ? [
        'leaseTake',
        'leaseAsk',
        'flightPause',
        'flightResume',
        'returnHome',
        'returnHomeCancel',
        'hover',
        'forceEndJob',
      ]
    : []),
  ...(caller.resources.has('dock:emergency') && !caller.resources.has('dock:control')
    ? ['returnHome', 'hover']
    : []),
  ...(caller.resources.has('dock:override') ? ['leaseOverride'] : []),
  ...(caller.resources.has('flight:start') ? ['startJob'] : []),
  ...(caller.resources.has('video:watch') || caller.resources.has('dock:control')
    ? ['startLive', 'stopLive', 'switchQuality']
    : []),
];

const isUniqueViolation = (error: unknown): boolean => (error as { code?: string }).code === '23505';

export const dockEndpoints = (runtime: Runtime, deps: DockEndpointDependencies): Endpoint[] => {
  const { db } = runtime;

  const checkName = async (groupRoot: string, name: string | undefined): Promise<void> => {
    if (name === undefined || !(await deps.chineseNamesOnly(groupRoot))) return;
    if (!chineseName(limits.dock.nameMax).test(name))
      throw invalidField('name', 'chineseOnly', { value: name, max: limits.dock.nameMax });
  };
  const checkDepartment = async (caller: Caller, groupOID: string | undefined): Promise<void> => {
    if (groupOID !== undefined && !(await departmentVisible(db, caller, groupOID)))
      throw invalidField('groupOID', 'unknownValue', { value: groupOID, allowed: '–' });
  };
  const load = async (caller: Caller, oid: string): Promise<DockRecord> => {
    const record = await getDock(db, caller, oid, allowedOn(caller));
    if (!record) throw notFound();
    return record;
  };
  const page = async (caller: Caller, request: DockQuery & { pageNum: number; pageSize: number }) => ({
    list: await queryDocks(db, caller, request, allowedOn(caller)),
    total: await countDocks(db, caller, request),
    pageNum: request.pageNum,
    pageSize: request.pageSize,
  });
  const log = (
    context: CallContext,
    trx: Parameters<AuditLog['write']>[0],
    action: string,
    dockOID: string,
    detail: Record<string, unknown>,
  ) =>
    deps.audit.write(trx, {
      groupRoot: context.caller.groupRoot,
      memberOID: context.caller.memberOID,
      sessionOID: context.caller.sessionOID,
      address: context.address,
      dockOID,
      action,
      outcome: 'done',
      detail,
      correlationId: context.correlationId,
    });

  return [
    serve(dockCalls.query, (request, { caller }) => page(caller, request)),
    serve(dockCalls.queryCount, async (request, { caller }) => ({
      count: await countDocks(db, caller, request),
    })),
    serve(dockCalls.query4Dep, async (request, { caller }) => {
      if (!(await departmentVisible(db, caller, request.groupOID))) throw notFound();
      return page(caller, request);
    }),
    serve(dockCalls.get, (request, { caller }) => load(caller, request.oid)),
    serve(dockCalls.add, async (request, context) => {
      const { caller } = context;
      await checkName(caller.groupRoot, request.name);
      await checkDepartment(caller, request.groupOID);
      const model = modelKey(request.model);
      if (request.vendor === 'DJI' && (!model || !model.startsWith('3-')))
        throw invalidField('model', 'unknownValue', { value: request.model, allowed: '3-1-0, 3-2-0, 3-3-0' });
      const oid = runtime.newOid();
      const secret = randomBytes(24).toString('base64url');
      try {
        await db.transaction().execute(async (trx) => {
          await insertDock(trx, {
            oid,
            groupRoot: caller.groupRoot,
            groupOID: request.groupOID,
            name: request.name,
            sn: request.sn,
            model: model ?? request.model,
            vendor: request.vendor,
            secretHash: hashSecret(secret),
            windLimit: request.windLimit,
            firmware: request.firmware ?? null,
            insuranceCompany: request.insuranceCompany ?? null,
            policyNumber: request.policyNumber ?? null,
            insuranceUntil: request.insuranceUntil ?? null,
          });
          if (request.droneSn) {
            const droneModel = pairedModels(model ?? '')[0] ?? 'unknown';
            const bound = await bindDrone(
              trx,
              { oid: runtime.newOid(), sn: request.droneSn, model: droneModel, name: modelName(droneModel) },
              { oid, groupRoot: caller.groupRoot, groupOID: request.groupOID },
            );
            if (bound === 'foreign') throw new Refusal('snTaken', { values: { sn: request.droneSn } });
          }
          await log(context, trx, 'dock.add', oid, {
            name: request.name,
            sn: request.sn,
            model: model ?? request.model,
          });
        });
      } catch (error) {
        if (isUniqueViolation(error)) throw new Refusal('snTaken', { values: { sn: request.sn } });
        throw error;
      }
      const heard = deps.untilHeard(oid);
      await deps.accounts.ensureDock(request.sn, secret);
      if (request.droneSn) await deps.accounts.bindDrone(request.sn, request.droneSn);
      await notifyDockChanged(db, oid);
      await heard.wait();
      return { ...(await load(caller, oid)), secret };
    }),
    serve(dockCalls.edit, async (request, context) => {
      const { caller } = context;
      await load(caller, request.oid);
      await checkName(caller.groupRoot, request.name);
      await checkDepartment(caller, request.groupOID);
      const changes = {
        ...(request.name === undefined ? {} : { name: request.name }),
        ...(request.groupOID === undefined ? {} : { group_oid: request.groupOID }),
        ...(request.windLimit === undefined ? {} : { wind_limit: request.windLimit }),
        ...(request.firmware === undefined ? {} : { firmware: request.firmware }),
        ...(request.insuranceCompany === undefined ? {} : { insurance_company: request.insuranceCompany }),
        ...(request.policyNumber === undefined ? {} : { policy_number: request.policyNumber }),
        ...(request.insuranceUntil === undefined
          ? {}
          : { insurance_until: request.insuranceUntil === null ? null : new Date(request.insuranceUntil) }),
      };
      await db.transaction().execute(async (trx) => {
        await updateDock(trx, request.oid, changes);
        await log(context, trx, 'dock.edit', request.oid, { fields: Object.keys(changes) });
      });
      await notifyDockChanged(db, request.oid);
      return load(caller, request.oid);
    }),
    serve(dockCalls.remove, async (request, context) => {
      const { caller } = context;
      const docks = await Promise.all(request.oids.map((oid) => dockForCaller(db, caller, oid)));
      if (docks.some((dock) => dock === null)) throw notFound();
      await db.transaction().execute(async (trx) => {
        const inUse = await docksInUse(trx, request.oids);
        if (inUse.length > 0) throw new Refusal('inUse', { data: { oids: inUse } });
        await softDeleteDocks(trx, request.oids, new Date(runtime.clock.wall()));
        for (const dock of docks)
          if (dock) await log(context, trx, 'dock.delete', dock.oid, { name: dock.name, sn: dock.sn });
      });
      for (const dock of docks)
        if (dock) {
          await deps.accounts.removeDock(dock.sn);
          await notifyDockChanged(db, dock.oid);
        }
      return { ok: true as const };
    }),
    serve(dockCalls.windLimitGet, async (request, { caller }) => ({
      windLimit: (await load(caller, request.oid)).windLimit,
    })),
    serve(dockCalls.windLimitSet, async (request, context) => {
      await load(context.caller, request.oid);
      await db.transaction().execute(async (trx) => {
        await updateDock(trx, request.oid, { wind_limit: request.windLimit });
        await log(context, trx, 'dock.windLimit', request.oid, { windLimit: request.windLimit });
      });
      await notifyDockChanged(db, request.oid);
      return { windLimit: request.windLimit };
    }),
  ];
};
