import { Readable } from 'node:stream';
import { bytesIn, fitsFile, gapsOf, limits, type UploadPart, type UploadPurpose } from '@eyrie/domain';
import type { CallContext, Caller, SpooledFile } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import { ObjectRefused, type Objects } from '../../platform/objects/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import {
  factsOfFile,
  factsOfPart,
  fileOnDisk,
  grownWhole,
  joined,
  readWhole,
  WrongBytes,
  type ArrivedPart,
  type PartFacts,
  type WholeBytes,
} from './upload-bytes.ts';
import {
  abandoned,
  beginUpload,
  claimJoin,
  dropParts,
  dropUpload,
  findUpload,
  isContested,
  isUnderWay,
  keysOf,
  knownUploads,
  recordPart,
  ownUpload,
  partArrived,
  partsOf,
  setJoin,
  unfinishedOf,
  uploadStored,
  usageOf,
  type StoredPart,
  type UploadRow,
} from './upload.store.ts';
import { partKey } from './upload.unnamed.store.ts';

/** A file that is whole, and what was announced of it. */
export interface WholeFile extends WholeBytes {
  name: string;
  size: number;
  hash: string;
  /** Code of the system of its places, where whoever sent it gave one. */
  epsg?: string | undefined;
}

/** What becomes of files of one purpose. */
export interface UploadTarget {
  /** @throws Refusal when such a file is not taken; `head` is null where nobody has seen its first bytes yet */
  check(file: { name: string; size: number; head: Uint8Array | null }, caller: Caller): void;
  /**
   * The thing that these bytes have become already, as far as the caller sees it.
   * @param storedOID what an upload of these bytes became, as it was noted
   */
  find(caller: Caller, hash: string, storedOID: string | null): Promise<string | null>;
  /** @returns the oid of what became of it */
  finish(file: WholeFile, context: CallContext): Promise<string>;
}
export type UploadTargets = Readonly<Record<UploadPurpose, UploadTarget>>;

export interface UploadDeps {
  runtime: Runtime;
  objects: Objects;
  targets: UploadTargets;
  /** Departments with a quota that a file of a department counts for, and what they have. */
  quotasAbove(
    db: DbOrTrx,
    of: Pick<Caller, 'groupRoot' | 'groupOID'>,
  ): Promise<{ groupName: string; quota: number | null; bytes: number }[]>;
}

/** A file as it is announced. */
export interface Announced {
  name: string;
  size: number;
  hash: string;
  epsg?: string | undefined;
}

/** A part as it came, and what was announced of it. */
interface UploadedPart {
  start: number;
  sha256: string;
  arrived: ArrivedPart;
}

const asRefusal = (error: unknown): unknown =>
  error instanceof ObjectRefused || error instanceof WrongBytes ? new Refusal('uploadHash') : error;

/** @throws Refusal naming the place where a part cannot be */
const requirePlace = (part: UploadPart, size: number): void => {
  const { block, chunk } = limits.upload;
  if (!fitsFile(part, size, block, chunk))
    throw new Refusal('uploadOffset', { values: { offset: part.start, length: part.length, size } });
};

/** Gigabytes with one place, as people compare them. */
const gigabytes = (bytes: number): number => Math.max(0, Math.floor(bytes / 1e8) / 10);

/** @throws Refusal where a department, or one above it, or the disk has no room for so many bytes */
export const requireDepartmentRoom = async (
  { db, objects, quotasAbove }: Pick<UploadDeps, 'objects' | 'quotasAbove'> & { db: DbOrTrx },
  { groupRoot, groupOID }: Pick<Caller, 'groupRoot' | 'groupOID'>,
  size: number,
): Promise<void> => {
  for (const { groupName: name, quota: max, bytes } of await quotasAbove(db, { groupRoot, groupOID }))
    if (max !== null && bytes + size > max)
      throw new Refusal('uploadDepartmentQuota', {
        values: { name, max: gigabytes(max), free: gigabytes(max - bytes) },
      });
  if (objects.hasRoom && !(await objects.hasRoom(size, limits.upload.spare)))
    throw new Refusal('uploadSpace');
};

/** @throws Refusal where an organisation, a department or the disk has no room for a file */
const requireRoom = async (
  { runtime: { db }, objects, quotasAbove }: UploadDeps,
  { groupRoot, groupOID, memberOID }: Caller,
  size: number,
): Promise<void> => {
  const { open, quota } = limits.upload;
  const usage = await usageOf(db, { groupRoot, memberOID });
  if (usage.open >= open) throw new Refusal('uploadsFull', { values: { max: open } });
  if (usage.bytes + size > quota)
    throw new Refusal('uploadQuota', {
      values: { max: gigabytes(quota), free: gigabytes(quota - usage.bytes) },
    });
  await requireDepartmentRoom({ db, objects, quotasAbove }, { groupRoot, groupOID }, size);
};

/**
 * Removes an upload. Parts that are objects go before what is known of them; a growing file goes after it: rows of parts
 * whose file is gone would make the next one begin with a hole. What is left of a kill in between is found by its name.
 */
const clearing = ({ runtime: { db }, objects }: UploadDeps) => {
  const clearAs = async (uploadOID: string, drop: typeof dropParts): Promise<void> => {
    for (const key of await keysOf(db, uploadOID)) await objects.delete(key);
    await drop(db, uploadOID);
    await objects.growing?.delete(uploadOID);
  };
  return {
    /** Files that have grown, and of which nothing is known any more. */
    async clearUnknown(before: Date): Promise<void> {
      const { growing } = objects;
      if (!growing) return;
      const idle = await growing.idle(before.getTime(), limits.upload.clearAtOnce);
      const known = await knownUploads(db, idle);
      for (const name of idle) if (!known.has(name)) await growing.delete(name);
    },
    /** Of one that has become something: what is known of the whole stays. */
    clearParts: (uploadOID: string) => clearAs(uploadOID, dropParts),
    clear: (uploadOID: string) => clearAs(uploadOID, dropUpload),
  };
};

/** A part as it came, checked. */
interface CheckedPart extends UploadPart {
  arrived: ArrivedPart;
  facts: PartFacts;
}

/** Takes one part into the store, once: at its place where the store has growing files, else as an object. */
const partTaker =
  ({ runtime, objects }: UploadDeps) =>
  async (
    { oid, group_root: groupRoot }: UploadRow,
    { start, length, arrived, facts }: CheckedPart,
  ): Promise<void> => {
    const { db } = runtime;
    const { growing } = objects;
    const { sha256, blocks, crc32 } = facts;
    const key = partKey({ groupRoot, oid }, start, runtime.newOid());
    const inPlace = growing ? { blocks, crc32 } : null;
    const { place, given } = await recordPart(db, oid, { start, length, sha256, key, inPlace });
    if (place === 'there') return;
    if (place === 'gone') throw notFound();
    if (place === 'overlap') throw new Refusal('uploadOverlap', { values: { offset: start } });
    for (const old of given) await objects.delete(old);
    if (growing) await growing.write(oid, start, arrived.read());
    else await objects.put(key, Readable.from(arrived.read()), { size: length, sha256 });
    if (await partArrived(db, oid, key, new Date(runtime.serverTime()))) return;
    if (!growing) await objects.delete(key);
    // It was given up while this came, and nobody else would remove what has begun anew.
    else if (!(await isUnderWay(db, oid))) await growing.delete(oid);
    throw new Refusal('uploadOverlap', { values: { offset: start } });
  };

type PartInPlace = StoredPart & { inPlace: object };

/**
 * The bytes of an upload that is complete. Where a part ever gave way to another, a server that was thought gone may
 * still be writing it: such a file is copied and hashed while it is read. So is one with holes, whose parts were lost.
 * @throws WrongBytes
 */
const wholeOf = async (
  { runtime: { db }, objects }: UploadDeps,
  upload: UploadRow,
  { parts, alive }: { parts: StoredPart[]; alive: () => Promise<void> },
): Promise<WholeBytes> => {
  const { oid, hash } = upload;
  const size = Number(upload.size);
  const inPlace = parts.filter((part): part is PartInPlace => part.inPlace !== null);
  const { growing } = objects;
  if (
    growing &&
    inPlace.length === parts.length &&
    !(await isContested(db, oid)) &&
    (await growing.isFull(oid, size))
  )
    return grownWhole(growing, { oid, hash, size }, inPlace);
  return readWhole(objects, size, () => joined(objects, upload, parts, alive));
};

/** Puts parts together, by one server at a time. */
const joiner = (deps: UploadDeps) => {
  const { runtime, targets } = deps;
  const { db, log } = runtime;
  const { clear, clearParts } = clearing(deps);
  const until = (): Date => new Date(runtime.serverTime() + limits.upload.joinsFor);

  const finish = async (
    upload: UploadRow,
    parts: StoredPart[],
    { epsg, context }: { epsg: string | undefined; context: CallContext },
  ): Promise<string> => {
    let renewedAt = 0;
    const alive = async (): Promise<void> => {
      if (runtime.serverTime() - renewedAt < limits.upload.joinsFor / 4) return;
      renewedAt = runtime.serverTime();
      await setJoin(db, upload.oid, until());
    };
    // What becomes of the bytes may take longer than a claim lasts: another server would make it twice.
    const renewal = setInterval(() => {
      setJoin(db, upload.oid, until()).catch((error: unknown) =>
        log.debug({ err: error, uploadOID: upload.oid }, 'a claim was not renewed'),
      );
    }, limits.upload.joinsFor / 4);
    try {
      const { name, hash, purpose } = upload;
      const size = Number(upload.size);
      const bytes = await wholeOf(deps, upload, { parts, alive });
      return await targets[purpose].finish({ name, hash, size, epsg, ...bytes }, context);
    } finally {
      clearInterval(renewal);
    }
  };

  return async (upload: UploadRow, epsg: string | undefined, context: CallContext): Promise<string> => {
    const parts = await partsOf(db, upload.oid);
    const missing = bytesIn(gapsOf(Number(upload.size), parts));
    if (missing > 0) throw new Refusal('uploadIncomplete', { values: { missing } });
    if (!(await claimJoin(db, upload.oid, new Date(runtime.serverTime()), until())))
      throw new Refusal('tooManyRequests', { retryAfterSeconds: 1 });
    try {
      const stored = await finish(upload, parts, { epsg, context });
      await uploadStored(db, upload.oid, stored);
      await clearParts(upload.oid).catch((error: unknown) =>
        log.warn({ err: error, uploadOID: upload.oid }, 'parts not deleted'),
      );
      return stored;
    } catch (error) {
      // What its bytes say against a file lasts; a store that is full or away passes, and the parts stay.
      if (error instanceof WrongBytes) await clear(upload.oid);
      else await setJoin(db, upload.oid, null);
      throw asRefusal(error);
    }
  };
};

/** What of a file is there, asked before anything is sent and before each part. */
const lookup = (deps: UploadDeps, clear: (uploadOID: string) => Promise<void>) => {
  const { db } = deps.runtime;
  const { targets } = deps;
  const rowOf = async (caller: Caller, purpose: UploadPurpose, { hash, size }: Announced) => {
    const row = await findUpload(db, { memberOID: caller.memberOID, purpose, hash });
    if (row && Number(row.size) !== size) throw new Refusal('uploadHash');
    const storedOID = await targets[purpose].find(caller, hash, row?.stored_oid ?? null);
    return { row, storedOID };
  };
  return {
    async state(purpose: UploadPurpose, file: Announced & { head: Uint8Array }, caller: Caller) {
      targets[purpose].check(file, caller);
      const { row, storedOID } = await rowOf(caller, purpose, file);
      if (storedOID !== null) return { storedOID, parts: [] };
      if (row && row.stored_oid === null) {
        const parts = await partsOf(db, row.oid);
        return { storedOID, parts: parts.map(({ start, length }) => ({ start, length })) };
      }
      await requireRoom(deps, caller, file.size);
      return { storedOID, parts: [] };
    },
    /** The row of a file; one that became a thing which is gone begins anew. */
    async current(purpose: UploadPurpose, file: Announced, caller: Caller) {
      const { row, storedOID } = await rowOf(caller, purpose, file);
      if (!row?.stored_oid || storedOID !== null) return { row, storedOID };
      await clear(row.oid);
      return { row: undefined, storedOID };
    },
  };
};

/** Large files on their way in parts, which lie in the object store: every server takes the next one. */
export const createUploads = (deps: UploadDeps) => {
  const { runtime, targets } = deps;
  const { db } = runtime;
  const takePart = partTaker(deps);
  const join = joiner(deps);
  const { clear, clearUnknown } = clearing(deps);
  const { state, current } = lookup(deps, clear);

  const begin = async (purpose: UploadPurpose, file: Announced, caller: Caller): Promise<UploadRow> => {
    await requireRoom(deps, caller, file.size);
    const { groupRoot, memberOID } = caller;
    const { name, size, hash } = file;
    const at = new Date(runtime.serverTime());
    return beginUpload(db, { oid: runtime.newOid(), groupRoot, memberOID, purpose, name, size, hash, at });
  };

  return {
    state,

    /** @returns what became of the file; null: its parts are still to be put together */
    async take(
      purpose: UploadPurpose,
      file: Announced,
      { start, sha256, arrived }: UploadedPart,
      { caller }: CallContext,
    ): Promise<string | null> {
      const length = arrived.size;
      const facts = await factsOfPart(arrived);
      targets[purpose].check({ ...file, head: start === 0 ? facts.head : null }, caller);
      requirePlace({ start, length }, file.size);
      if (facts.sha256 !== sha256) throw new Refusal('uploadHash');
      const { row, storedOID } = await current(purpose, file, caller);
      if (storedOID !== null) return storedOID;
      const upload = row ?? (await begin(purpose, file, caller));
      await takePart(upload, { start, length, arrived, facts }).catch((error: unknown) => {
        throw asRefusal(error);
      });
      return null;
    },

    async join(purpose: UploadPurpose, file: Announced, context: CallContext): Promise<string> {
      const { row, storedOID } = await current(purpose, file, context.caller);
      if (storedOID !== null) return storedOID;
      if (!row) throw notFound();
      return join(row, file.epsg, context);
    },

    async whole(spooled: SpooledFile, context: CallContext): Promise<string> {
      const { size, hash, head } = await factsOfFile(spooled.path);
      const { caller } = context;
      const { name } = spooled;
      targets.media.check({ name, size, head }, caller);
      const there = await targets.media.find(caller, hash, null);
      if (there !== null) return there;
      await requireRoom(deps, caller, size);
      const bytes = fileOnDisk(deps.objects, size, spooled.path);
      return targets.media.finish({ name, size, hash, ...bytes }, context);
    },

    unfinished: (caller: Caller) => unfinishedOf(db, caller.memberOID),

    async cancel(oid: string, caller: Caller): Promise<void> {
      const row = await ownUpload(db, caller.memberOID, oid);
      if (!row) throw notFound();
      await clear(oid);
    },

    /** Removes what nobody has gone on with. */
    async clearAbandoned(): Promise<void> {
      const { keep, clearAtOnce } = limits.upload;
      const before = new Date(runtime.serverTime() - keep);
      for (const { oid } of await abandoned(db, before, clearAtOnce)) await clear(oid);
      await clearUnknown(before);
    },
  };
};
export type Uploads = ReturnType<typeof createUploads>;
