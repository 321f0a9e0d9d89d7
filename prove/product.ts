import { startServerProcess, type ServerProcess } from '../apps/server/src/testing/server-process.ts';
import { callAt, signIn, type Answer } from '../apps/server/src/testing/caller.ts';
import { password } from '../e2e/support/product.ts';
import type { CallDeclaration } from '@eyrie/domain';
import type { Proof } from './proof.ts';

export interface Product {
  server: ServerProcess;
  dataDir: string;
  token: string;
  groupOID: string;
  groupRoot: string;
  call(declaration: CallDeclaration, request?: Record<string, unknown>): Promise<Answer>;
  /** What `/readyz` answers. */
  readyz(): Promise<{ ready: boolean; missing: string[] }>;
}

/** The server as people start it, with its own database and broker, and its administrator signed in. */
export async function startProduct(
  { folder, onEnd }: Proof,
  env: Record<string, string> = {},
  dataDir = folder(),
): Promise<Product> {
  const server = await startServerProcess({
    EYRIE_DATA_DIR: dataDir,
    EYRIE_ADMIN_PASSWORD: password,
    EYRIE_LOG_LEVEL: 'warn',
    EYRIE_PROCESSES: 'all',
    ...env,
  });
  onEnd(() => server.end());
  const readyz = async (): Promise<{ ready: boolean; missing: string[] }> => {
    const response = await fetch(`${server.url}/readyz`, { signal: AbortSignal.timeout(5_000) });
    const body = (await response.json()) as { missing: string[] };
    return { ready: response.status === 200, missing: body.missing };
  };
  await server.ready();
  const { token, groupOID, groupRoot } = await signIn(server.url, 'admin', password);
  return {
    server,
    dataDir,
    token,
    groupOID,
    groupRoot,
    readyz,
    call: (declaration, request) => callAt(server.url, token, declaration, request),
  };
}
