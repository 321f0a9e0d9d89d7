import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { limits, resultLimits } from '@eyrie/domain';
import { createJobs, JobFailed, type Jobs } from '../../platform/child/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { objectKeyOfPhoto } from '../media/index.ts';
import { claimFile, endFile, fileProgress, keepLogo, type ClaimedFile } from './inspection-report.store.ts';
import type { ReportContent } from './report-document.ts';
import { drawnLogo, layLogo } from './report-letterhead.ts';
import type { ReportMade, ReportOrder } from './report-order.ts';
import type { PictureState, ReportPicture } from './report-pictures.ts';
import { signingKey } from '../../platform/signing-key.ts';
import { signManifest } from './report-signature.ts';

export type ReportJobs = Jobs<ReportOrder, ReportMade>;

const {
  renderTimeout,
  renderMemory,
  renderHeap,
  renderIdle,
  attempts: attemptsMost,
  logoSide,
} = limits.inspectionReport;

/** Makes files of reports in a process of its own, with a bound for its time and memory. */
export const createReportJobs = (): ReportJobs => {
  const jobs: ReportJobs = createJobs({
    name: 'maker of reports',
    script: new URL('./report-process.ts', import.meta.url),
    time: renderTimeout,
    heap: renderHeap,
    memory: renderMemory,
    idle: renderIdle,
    wallTimes: 2,
  });
  const ended = new AbortController();
  return {
    ...jobs,
    run: (order) => jobs.run(order, ended.signal),
    stop() {
      // A process that ends with its server says nothing against what it was making.
      ended.abort(new Error('the server stops'));
      return jobs.stop();
    },
  };
};

export const contentTypes = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
  html: 'text/html; charset=utf-8',
} as const;

export interface RenderDeps {
  runtime: Pick<Runtime, 'db' | 'serverTime' | 'log'>;
  objects: Pick<Objects, 'put' | 'delete' | 'get' | 'head'>;
  /** Where a file lies while it is made. */
  dataDir: string;
  jobs: Pick<ReportJobs, 'run'>;
}

/** Each attempt has a key of its own: what a slower one stores later is not what the row names. */
const keyOf = ({ groupRoot, oid, attempts, format }: ClaimedFile): string =>
  `inspection-report/${groupRoot}/${oid}-${attempts}.${format}`;

/** Lays a photo on our disk. @returns why it is not drawn, or that it lies there */
const fetchPhoto = async (
  { runtime: { db }, objects }: RenderDeps,
  { groupRoot, oid }: { groupRoot: string; oid: string },
  path: string,
): Promise<'there' | 'gone' | 'unread'> => {
  // Asked for one by one: a photo may be deleted while the others are drawn.
  const key = await objectKeyOfPhoto(db, groupRoot, oid);
  const info = key === null ? null : await objects.head(key);
  if (key === null || !info) return 'gone';
  if (info.size > resultLimits.photoBytes) return 'unread';
  const found = await objects.get(key);
  if (!found) return 'gone';
  await pipeline(found.stream, createWriteStream(path, { mode: 0o600 }));
  return 'there';
};

/** Whether a photo is to blame: a process that died over it once may have died of something else. */
const isOfPhoto = (error: unknown, { attempts }: ClaimedFile): boolean =>
  error instanceof JobFailed &&
  (error.why === 'time' || error.why === 'memory' || (error.why === 'died' && attempts > 1));

const pictureOf = async (
  deps: RenderDeps,
  file: ClaimedFile,
  { mediaOID, findings }: ReportPicture,
  folder: string,
): Promise<PictureState> => {
  const [path, out] = [join(folder, 'photo'), join(folder, `${mediaOID}.jpg`)];
  const fetched = await fetchPhoto(deps, { groupRoot: file.groupRoot, oid: mediaOID }, path);
  if (fetched !== 'there') return { kind: fetched };
  try {
    const boxes = findings.map(({ box }) => box);
    const made = await deps.jobs.run({ kind: 'picture', path, out, boxes });
    const size = 'picture' in made ? made.picture : null;
    return size ? { kind: 'drawn', path: out, ...size } : { kind: 'unread' };
  } catch (error) {
    if (!isOfPhoto(error, file)) throw error;
    return { kind: 'unread' };
  }
};

/** The logo, drawn small in the process that reads the pictures of people, and kept with its file from then on. */
const logoOf = async (
  { runtime: { db }, objects, jobs }: RenderDeps,
  file: ClaimedFile,
  folder: string,
): Promise<PictureState | null> => {
  const logo = (file.content as ReportContent).letterhead?.logo ?? null;
  if (logo === null) return null;
  if ('data' in logo) return layLogo(logo, folder);
  const found = await objects.get(logo.key);
  if (!found) return { kind: 'gone' };
  const [path, out] = [join(folder, 'logo'), join(folder, 'letterhead.jpg')];
  await pipeline(found.stream, createWriteStream(path, { mode: 0o600 }));
  try {
    const made = await jobs.run({ kind: 'picture', path, out, boxes: [], side: logoSide });
    const size = 'picture' in made ? made.picture : null;
    if (!size) return { kind: 'unread' };
    const state: PictureState = { kind: 'drawn', path: out, ...size };
    const drawn = await drawnLogo(state);
    if (drawn) await keepLogo(db, file, drawn);
    return state;
  } catch (error) {
    if (!isOfPhoto(error, file)) throw error;
    return { kind: 'unread' };
  }
};

/** Percent of a file: its photos are drawn, then it is made, then it is stored. */
const progress = { begun: 10, drawn: 70, made: 90 };

const picturesOf = async (
  deps: RenderDeps,
  file: ClaimedFile,
  folder: string,
): Promise<(readonly [string, PictureState])[]> => {
  const pictures = (file.content as ReportContent).pictures ?? [];
  const states: (readonly [string, PictureState])[] = [];
  for (const [at, picture] of pictures.entries()) {
    states.push([picture.mediaOID, await pictureOf(deps, file, picture, folder)]);
    const share = (at + 1) / pictures.length;
    await said(deps, file, Math.round(progress.begun + share * (progress.drawn - progress.begun)));
  }
  return states;
};

/** Another server takes a file that says nothing for long. */
const said = (
  { runtime: { db, serverTime } }: RenderDeps,
  file: ClaimedFile,
  percent: number,
): Promise<void> => fileProgress(db, file, { progress: percent, at: new Date(Math.round(serverTime())) });

async function renderIn(deps: RenderDeps, file: ClaimedFile, folder: string): Promise<void> {
  const { objects, jobs } = deps;
  const { db } = deps.runtime;
  const { format, language } = file;
  const of = (name: string): string => join(folder, name);
  const [contentPath, workspace, out] = [of('content.json'), of('workspace'), of('out')];
  await mkdir(workspace, { recursive: true, mode: 0o700 });
  await writeFile(contentPath, JSON.stringify(file.content), { mode: 0o600 });
  const logo = await logoOf(deps, file, folder);
  const pictures = await picturesOf(deps, file, folder);
  await said(deps, file, progress.drawn);
  const made = await jobs.run({
    kind: 'document',
    contentPath,
    format,
    language,
    pictures,
    logo,
    workspace,
    out,
  });
  if (!('document' in made)) throw new Error('a picture was made in place of a file');
  if (made.document.fault !== null) throw new Refusal(made.document.fault);
  await said(deps, file, progress.made);
  const { size, sha256 } = made.document;
  const key = keyOf(file);
  await objects.put(key, createReadStream(out), { contentType: contentTypes[format], size, sha256 });
  const { name, month, state, madeAt } = file.content as ReportContent;
  const { oid, reportOID } = file;
  const about = { oid, reportOID, name, month, state, format, language, madeAt, size, sha256 };
  const signed = signManifest(await signingKey(db), about);
  const taken = await endFile(db, file, { state: 'done', objectKey: key, size, sha256, ...signed });
  if (!taken) await objects.delete(key);
}

const renderOne = async (deps: RenderDeps, file: ClaimedFile): Promise<void> => {
  const folderOf = (attempt: number): string => join(deps.dataDir, 'report-work', `${file.oid}-${attempt}`);
  // What a killed server left.
  for (let attempt = 1; attempt <= file.attempts; attempt += 1)
    await rm(folderOf(attempt), { recursive: true, force: true });
  const folder = folderOf(file.attempts);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await renderIn(deps, file, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** What a failure says of a report, and whether another attempt would be of no use. */
const failureOf = (error: unknown, { attempts }: ClaimedFile): { reason: string; isFinal: boolean } => {
  if (error instanceof Refusal)
    return {
      reason: error.reason,
      isFinal: error.reason === 'reportTooLarge' || error.reason === 'reportNoPdf',
    };
  const isTooLarge = error instanceof JobFailed && (error.why === 'time' || error.why === 'memory');
  if (!isTooLarge) return { reason: 'internal', isFinal: false };
  // What the files before it left in the process may be to blame; the next attempt has a new one.
  return { reason: 'reportTooLarge', isFinal: error.why === 'time' || attempts > 1 };
};

/** Makes the file that waits longest. @returns whether there was one */
export const renderNext = async (deps: RenderDeps): Promise<boolean> => {
  const { db, serverTime, log } = deps.runtime;
  const file = await claimFile(db, new Date(Math.round(serverTime())));
  if (!file) return false;
  if (file.attempts > attemptsMost) {
    // Each server that began it fell silent over it.
    await endFile(db, file, { state: 'failed', reason: 'reportTooLarge' });
    return true;
  }
  try {
    await renderOne(deps, file);
  } catch (error) {
    log.warn({ err: error, oid: file.oid }, 'a file of a report could not be made');
    const { reason, isFinal } = failureOf(error, file);
    await endFile(db, file, {
      state: isFinal || file.attempts >= attemptsMost ? 'failed' : 'queued',
      reason,
    });
  }
  return true;
};
