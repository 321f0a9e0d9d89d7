/** The product's calls for preparing a story: what the story is not about is done without a browser. */
import { createClient } from '../../packages/client/src/index.ts';
import type { Client } from '../../packages/client/src/index.ts';
import { sessionCalls } from '../../packages/domain/src/index.ts';
import type { SignedIn } from '../../packages/domain/src/index.ts';
import { password } from './product.ts';

export interface Caller extends Client {
  session: SignedIn;
}

/** A client that is signed in. Messages come in English. */
export async function signInCaller(baseUrl: string, account = 'admin', given = password): Promise<Caller> {
  let token: string | null = null;
  const client = createClient({ baseUrl, token: () => token, language: () => 'en' });
  const session = await client.call(sessionCalls.login, { account, password: given });
  token = session.authToken;
  return { ...client, session };
}
