import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { proofFaultOf, publicKeyOf, reportKey } from '../modules/inspection-report/index.ts';
import { createLog } from '../platform/log.ts';
import { connectDatabase } from '../platform/postgres/index.ts';
import { print, type CliCommand } from './command.ts';
import { withDatabase } from './database.ts';

const ownKey = (): Promise<string> =>
  withDatabase(async (url) => {
    const database = connectDatabase({ url, log: createLog({ level: 'warn' }), poolSize: 1 });
    try {
      return publicKeyOf(await reportKey(database.kysely));
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
  proof: 'the proof is none of a report',
  key: 'the key is no Ed25519 key in base64',
  signature: 'the proof was not signed with this key, or was changed afterwards',
  file: 'the file is not the one that was signed',
} as const;

/** Bytes of a proof: more is none of ours, and is not read. */
const proofBytes = 64_000;

export const verifyCommand: CliCommand = {
  words: 'verify',
  usage: '<file> [--proof <file>.proof.json] [--key <public key>] [--show-key]',
  summary:
    'whether a file of a report is the one that was signed; without --key by the key of this installation, which --show-key prints',
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
    const path = values.proof ?? `${file}.proof.json`;
    if ((await stat(path)).size > proofBytes) throw new Error(faults.proof);
    const marks = await marksOf(file);
    const found = proofFaultOf(await readFile(path, 'utf8'), marks, values.key ?? (await ownKey()));
    if (found.fault !== null) throw new Error(faults[found.fault]);
    const { name, month, state, madeAt, language } = found.manifest;
    print(
      `${JSON.stringify(name)} ${month}, ${state}, ${language}, made at ${new Date(madeAt).toISOString()}`,
    );
    print(`signed and unchanged, SHA-256 ${marks.sha256}`);
  },
};
