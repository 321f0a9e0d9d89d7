import { z } from 'zod';
import { call } from '../call.ts';
import { secret } from '../secret.ts';
import { byOid, done, listOf, oid, rawText, sentInstant, textPage } from '../shape.ts';
import { logFaults, logStates, logSteps } from './dock-log.ts';
import { moduleField } from './dock-log.shape.ts';

/** An upload of log files, and what it brought. */
export const dockLogRecord = z.object({
  oid,
  dockOID: oid,
  /** The order that began it. */
  commandOID: oid,
  module: moduleField,
  state: z.enum(logStates),
  /** Null: the dock has said nothing of it. */
  percent: z.number().int().nullable(),
  step: z.enum(logSteps).nullable(),
  /** Bytes: as stored, and before that as the dock named them. */
  size: z.number().nullable(),
  bootIndexes: z.array(z.number().int()),
  /** What the files reach over; null: the dock had not listed them. */
  startTime: sentInstant.nullable(),
  endTime: sentInstant.nullable(),
  fault: z.enum(logFaults).nullable(),
  /** The number that the dock gave with its refusal. */
  code: z.number().int().nullable(),
  /** Why it came to nothing, in words. */
  message: z.string().nullable(),
  askedBy: z.string(),
  createdAt: sentInstant,
  /** The last word of the dock about it; null: none yet. */
  heardAt: sentInstant.nullable(),
  changedAt: sentInstant,
});
export type DockLogRecord = z.output<typeof dockLogRecord>;

export const dockLogCalls = {
  list: call({
    method: 'GET',
    path: '/nebula-five/uavdockmonitor/logList.rest',
    effect: 'reads',
    summary: 'Uploads of log files of a dock and its aircraft, newest first',
    permission: ['/PortMonitorSee', 'dock:control'],
    request: z.object({ oid, ...textPage }),
    response: listOf(dockLogRecord),
  }),
  download: call({
    method: 'POST',
    path: '/nebula-five/uavdockmonitor/logDownload.rest',
    effect: 'reads',
    audit: 'dockLog.download',
    refuses: ['logNotUploaded'],
    summary: 'Log files as the dock packed them',
    permission: ['dock:control'],
    request: byOid,
    response: z.unknown(),
    bytes: 'application/x-tar',
  }),
  remove: call({
    method: 'POST',
    path: '/nebula-five/uavdockmonitor/logDelete.rest',
    effect: 'changes',
    audit: 'dockLog.delete',
    refuses: ['logUploadOpen', 'confirmationMissing', 'confirmationSpent'],
    summary: 'Delete log files here; the dock keeps its own',
    permission: ['dock:control'],
    request: z.object({ oid, nonce: secret(rawText(100)).optional() }),
    response: done,
  }),
};
