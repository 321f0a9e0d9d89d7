import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import {
  detectorModelCalls as calls,
  flightCalls,
  limits,
  modelManifest,
  typesOfModel,
  type DetectorModelRecord,
  type ModelManifest,
  type ModelRunRecord,
  type ParsedRequestOf,
} from '@eyrie/domain';
import { issuesOf } from '../../platform/http/answer.ts';
import {
  serve,
  type CallContext,
  type Caller,
  type Endpoint,
  type Language,
} from '../../platform/http/endpoint.ts';
import { invalidField, notFound, Refusal } from '../../platform/http/refusal.ts';
import { isDeeperThan } from '../../platform/json-depth.ts';
import { allowedWords } from '../../platform/list/index.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import {
  anyUsed,
  deleteModels,
  insertModel,
  lockModels,
  modelFor,
  modelsOf,
  modelsStanding,
  switchModel,
  type ModelRow,
} from './model.store.ts';
import { looksOfDock, seesDock } from './live-look.store.ts';
import { isBuiltAsOnnx } from './onnx-file.ts';
import { insertTrial, picturesOfRun, runFor, runsOf, type RunRow } from './run.store.ts';

export interface ModelDeps {
  runtime: Runtime;
  audit: AuditLog;
  objects: Pick<Objects, 'put' | 'delete'>;
}

const bound = limits.detectorModel;

const present = (
  { manifest, onSince, triedAt, createdAt, objectKey: _key, hash: _hash, size, ...row }: ModelRow,
  { resources }: Pick<Caller, 'resources'>,
): DetectorModelRecord => ({
  ...row,
  size: Number(size),
  family: manifest.family,
  aiTypes: typesOfModel(manifest),
  on: onSince !== null,
  triedAt: triedAt?.getTime() ?? null,
  createdAt: createdAt.getTime(),
  allowed: allowedWords(resources, [calls.get, calls.switch, calls.tryOut, calls.remove]),
});

const presentRun = ({ createdAt, endedAt, ...run }: RunRow): ModelRunRecord => ({
  ...run,
  createdAt: createdAt.getTime(),
  endedAt: endedAt?.getTime() ?? null,
});

/** What a manifest says. @throws Refusal naming the field of it, its value and what is allowed */
function manifestOf(text: string, language: Language): ModelManifest {
  let said: unknown;
  try {
    if (isDeeperThan(text, bound.manifestDepth)) throw new Error('too deep');
    said = JSON.parse(text);
  } catch {
    throw invalidField('manifest', 'format', { value: text.slice(0, 40) });
  }
  const parsed = modelManifest.safeParse(said);
  if (parsed.success) return parsed.data;
  const issues = issuesOf(parsed.error, said, language, () => false);
  throw new Refusal('invalid', {
    issues: issues.map((issue) => ({ ...issue, path: `manifest.${issue.path}` })),
  });
}

const hashOfFile = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
};

const requirePlace = async (trx: DbOrTrx, groupRoot: string, manifest: ModelManifest): Promise<void> => {
  const { count, known } = await modelsStanding(trx, groupRoot, manifest);
  const { name, version } = manifest;
  if (known) throw new Refusal('modelKnown', { values: { name, version } });
  if (count >= bound.most) throw new Refusal('modelsFull', { values: { max: bound.most } });
};

const nowOf = ({ serverTime }: Runtime): Date => new Date(Math.round(serverTime()));

/** What nobody names any more; a file that stays behind is no reason to refuse. */
const discard = ({ objects, runtime: { log } }: ModelDeps, key: string): Promise<void> =>
  objects.delete(key).catch((error: unknown) => log.warn({ err: error, key }, 'object not deleted'));

const seen = async ({ runtime: { db } }: ModelDeps, caller: Caller, oid: string) => {
  const row = await modelFor(db, caller, oid);
  if (!row) throw notFound();
  return present(row, caller);
};

async function add(
  deps: ModelDeps,
  request: ParsedRequestOf<typeof calls.add>,
  context: CallContext,
): Promise<DetectorModelRecord> {
  const { caller, spooled, language } = context;
  if (!spooled) throw new Refusal('malformed');
  const { runtime, objects } = deps;
  const manifest = manifestOf(request.manifest, language);
  if (!(await isBuiltAsOnnx(spooled.path, spooled.size))) throw new Refusal('modelFile');
  const { groupRoot, groupOID, memberOID } = caller;
  await runtime.db.transaction().execute((trx) => requirePlace(trx, groupRoot, manifest));
  const oid = runtime.newOid();
  const objectKey = `detector-model/${groupRoot}/${oid}`;
  const hash = await hashOfFile(spooled.path);
  await objects.put(objectKey, createReadStream(spooled.path), { size: spooled.size });
  try {
    await runtime.db.transaction().execute(async (trx) => {
      await requirePlace(trx, groupRoot, manifest);
      const file = { fileName: spooled.name, objectKey, size: spooled.size, hash };
      await insertModel(trx, { oid, groupRoot, groupOID, manifest, ...file, memberOID, at: nowOf(runtime) });
      const { name, version } = manifest;
      await deps.audit.done(trx, context, 'detectorModel.add', { oid, name, version, size: spooled.size });
    });
  } catch (error) {
    await discard(deps, objectKey);
    throw error;
  }
  return seen(deps, caller, oid);
}

const lockOne = async (trx: DbOrTrx, caller: Caller, oid: string): Promise<ModelRow> => {
  const [model] = await lockModels(trx, caller, [oid]);
  if (!model) throw notFound();
  return model;
};

async function switchOne(
  deps: ModelDeps,
  { oid, on }: ParsedRequestOf<typeof calls.switch>,
  context: CallContext,
): Promise<DetectorModelRecord> {
  const { caller } = context;
  await deps.runtime.db.transaction().execute(async (trx) => {
    const model = await lockOne(trx, caller, oid);
    if (on && model.state !== 'ready') throw new Refusal('modelNotReady');
    if (on && model.triedAt === null) throw new Refusal('modelUntried');
    const { memberOID } = caller;
    await switchModel(trx, model, on ? { memberOID, at: nowOf(deps.runtime) } : null);
    const { name, modelVersion: version } = model;
    await deps.audit.done(trx, context, 'detectorModel.switch', { oid, name, version, on });
  });
  return seen(deps, caller, oid);
}

async function remove(deps: ModelDeps, oids: readonly string[], context: CallContext): Promise<void> {
  const wanted = [...new Set(oids)];
  const rows = await deps.runtime.db.transaction().execute(async (trx) => {
    const found = await lockModels(trx, context.caller, wanted);
    if (found.length < wanted.length) throw notFound();
    if (await anyUsed(trx, wanted)) throw new Refusal('modelInUse');
    await deleteModels(trx, wanted);
    await deps.audit.done(trx, context, 'detectorModel.delete', {
      rows: found.map(({ oid, name, modelVersion: version }) => ({ oid, name, version })),
    });
    return found;
  });
  for (const { objectKey } of rows) await discard(deps, objectKey);
}

async function tryOut(
  deps: ModelDeps,
  { oid: modelOID, mediaOIDs }: ParsedRequestOf<typeof calls.tryOut>,
  context: CallContext,
): Promise<ModelRunRecord> {
  const { caller } = context;
  const wanted = [...new Set(mediaOIDs)];
  const oid = deps.runtime.newOid();
  await deps.runtime.db.transaction().execute(async (trx) => {
    const model = await lockOne(trx, caller, modelOID);
    if (model.state !== 'ready') throw new Refusal('modelNotReady');
    const { memberOID } = caller;
    const trial = { oid, model, mediaOIDs: wanted, memberOID, at: nowOf(deps.runtime) };
    if ((await insertTrial(trx, caller, trial)) < wanted.length) throw new Refusal('photoUnknown');
    const { name, modelVersion: version } = model;
    const detail = { oid: modelOID, name, version, photos: wanted.length };
    await deps.audit.done(trx, context, 'detectorModel.try', detail);
  });
  return oneRun(deps, caller, oid);
}

const oneRun = async ({ runtime: { db } }: ModelDeps, caller: Caller, oid: string) => {
  const run = await runFor(db, caller, oid);
  if (!run) throw notFound();
  return presentRun(run);
};

/** Models of organisations: upload, trial, switch, and what they saw. */
export const modelEndpoints = (deps: ModelDeps): Endpoint[] => {
  const { db } = deps.runtime;
  return [
    serve(calls.query, async ({ state, pageNum, pageSize }, { caller }) => {
      const { rows, total } = await modelsOf(db, caller, { state, pageNum, pageSize });
      return { list: rows.map((row) => present(row, caller)), total, pageNum, pageSize };
    }),
    serve(calls.get, ({ oid }, { caller }) => seen(deps, caller, oid)),
    serve(calls.add, (request, context) => add(deps, request, context)),
    serve(calls.switch, (request, context) => switchOne(deps, request, context)),
    serve(calls.remove, async ({ oids }, context) => {
      await remove(deps, oids, context);
      return { ok: true as const };
    }),
    serve(calls.tryOut, (request, context) => tryOut(deps, request, context)),
    serve(calls.queryRun, async (request, { caller }) => {
      if (!(await modelFor(db, caller, request.oid))) throw notFound();
      const { rows, total } = await runsOf(db, caller, request);
      const { pageNum, pageSize } = request;
      return { list: rows.map(presentRun), total, pageNum, pageSize };
    }),
    serve(calls.getRun, async ({ oid }, { caller }) => ({
      run: await oneRun(deps, caller, oid),
      pictures: (await picturesOfRun(db, caller, oid)).map(({ isThere, ...picture }) => ({
        ...picture,
        url: isThere ? flightCalls.preview.path.replace('{id}', picture.mediaOID) : null,
      })),
    })),
    serve(calls.live, async ({ oid }, { caller }) => {
      if (!(await seesDock(db, caller, oid))) throw notFound();
      const overdue = new Date(nowOf(deps.runtime).getTime() - bound.liveClaim);
      const looks = await looksOfDock(db, oid, overdue);
      return { list: looks.map(({ lastAt, ...look }) => ({ ...look, lastAt: lastAt?.getTime() ?? null })) };
    }),
  ];
};
