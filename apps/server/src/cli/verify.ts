import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { checkBundle } from '../modules/flight-record/index.ts';
import { proofFaultOf } from '../modules/inspection-report/index.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { createLog } from '../platform/log.ts';
import { connectDatabase } from '../platform/postgres/index.ts';
import { publicKeyOf } from '../platform/signature.ts';
import { signingKey } from '../platform/signing-key.ts';
import { print, type CliCommand } from './command.ts';
import { withDatabase } from './database.ts';

const ownKey = (): Promise<string> =>
  withDatabase(async (url) => {
    const database = connectDatabase({ url, log: createLog({ level: 'warn' }), poolSize: 1 });
    try {
      return publicKeyOf(await signingKey(database.kysely));
    } finally {
      await database.close();
    }
  });

const marksOf = async (path: string): Promise<{ size: number; sha256: string }> => {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of createReadStream(path)) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    hash.update(bytes);
  }
  return { size, sha256: hash.digest('hex') };
};

const faults = {
  proof: 'the proof is none of ours, or is missing',
  key: 'the key is no Ed25519 key in base64',
  signature: 'the proof was not signed with this key, or was changed afterwards',
  file: 'the file is not the one that was signed',
} as const;

const bundleFaults = {
  changed: 'is not as it was signed',
  missing: 'was signed and is missing',
  added: 'was not signed, and was added afterwards',
} as const;

/** Bytes of a proof of a report: more is none of ours, and is not read. */
const proofBytes = 64_000;

const verifyReport = async (file: string, proof: string, key: string): Promise<void> => {
  if ((await stat(proof)).size > proofBytes) throw new Error(faults.proof);
  const marks = await marksOf(file);
  const found = proofFaultOf(await readFile(proof, 'utf8'), marks, key);
  if (found.fault !== null) throw new Error(faults[found.fault]);
  const { name, month, state, madeAt, language } = found.manifest;
  print(`${JSON.stringify(name)} ${month}, ${state}, ${language}, made at ${new Date(madeAt).toISOString()}`);
  print(`signed and unchanged, SHA-256 ${marks.sha256}`);
};

const verifyBundle = async (file: string, key: string): Promise<void> => {
  const found = await checkBundle(file, key).catch((error: unknown) => {
    if (error instanceof Refusal) throw new Error('the bundle is no zip that can be read safely');
    throw error;
  });
  if (found.fault !== null)
    throw new Error(
      'name' in found ? `${JSON.stringify(found.name)} ${bundleFaults[found.fault]}` : faults[found.fault],
    );
  const { name, oid, madeAt, files } = found.manifest;
  print(`flight ${oid} of ${JSON.stringify(name)}, made at ${new Date(madeAt).toISOString()}`);
  print(`signed and unchanged, ${files.length} files`);
};

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Bundles are zips, and carry their proof: a report has it beside it. */
const isZip = async (path: string): Promise<boolean> => {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.toString('latin1') === 'PK\u0003\u0004';
  } finally {
    await file.close();
  }
};

export const verifyCommand: CliCommand = {
  words: 'verify',
  usage: '<file> [--proof <file>.proof.json] [--key <public key>] [--show-key]',
  summary:
    'whether a file of a report, or a bundle of a flight, is the one that was signed; without --key by the key of this installation, which --show-key prints',
  run: async (args) => {
    const options = {
      proof: { type: 'string' },
      key: { type: 'string' },
      'show-key': { type: 'boolean' },
    } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    if (values['show-key']) {
      print(await ownKey());
      return;
    }
    const [file] = positionals;
    if (file === undefined || positionals.length > 1) throw new Error('name one file to verify');
    const key = values.key ?? (await ownKey());
    const proof = values.proof ?? `${file}.proof.json`;
    const bundle = values.proof === undefined && !(await isThere(proof)) && (await isZip(file));
    await (bundle ? verifyBundle(file, key) : verifyReport(file, proof, key));
  },
};
