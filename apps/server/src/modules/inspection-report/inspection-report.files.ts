import type { inspectionReportCalls as calls, ParsedRequestOf } from '@eyrie/domain';
import { attachment } from '../../platform/http/attachment.ts';
import { BytesAnswer, type CallContext } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { ListDeps } from '../../platform/list/index.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { Proof } from '../../platform/signature.ts';
import { fileSeen } from './inspection-report.store.ts';
import { contentTypes } from './report-render.ts';

interface FileDeps extends Pick<ListDeps, 'audit'> {
  runtime: Pick<Runtime, 'db'>;
  objects: Pick<Objects, 'get'>;
}

/** A file as it was made. */
function downloading({ runtime: { db }, objects, audit }: FileDeps) {
  return async ({ oid }: ParsedRequestOf<typeof calls.download>, context: CallContext) => {
    const row = await fileSeen(db, context.caller, oid);
    if (!row) throw notFound();
    const stored = row.objectKey === null ? null : await objects.get(row.objectKey);
    // A row whose bytes are gone is no file of zero bytes.
    if (!stored) throw new Refusal('reportFileMissing', { data: { state: row.state } });
    await audit.done(db, context, 'inspectionReport.download', { oid, name: row.name, format: row.format });
    return new BytesAnswer(stored.stream, {
      'content-type': contentTypes[row.format],
      'content-length': String(stored.info.size),
      'content-disposition': attachment(`${row.name} ${row.month}`, row.format),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  };
}

/** What a file was when it was made, in the bytes that were signed. */
function proving({ runtime: { db } }: FileDeps) {
  return async ({ oid }: ParsedRequestOf<typeof calls.proof>, context: CallContext) => {
    const row = await fileSeen(db, context.caller, oid);
    if (!row) throw notFound();
    const { manifest, signature } = row;
    if (manifest === null || signature === null)
      throw new Refusal('reportFileMissing', { data: { state: row.state } });
    const proof: Proof = { manifest, signature };
    return new BytesAnswer(Buffer.from(JSON.stringify(proof)), {
      'content-type': 'application/json',
      'content-disposition': attachment(`${row.name} ${row.month}.${row.format}.proof`, 'json'),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  };
}

/** Files as people take them away. */
export const givingOut = (deps: FileDeps) => ({ download: downloading(deps), proof: proving(deps) });
