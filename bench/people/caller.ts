import {
  sessionCalls,
  type CallDeclaration,
  type Envelope,
  type RequestOf,
  type ResponseOf,
} from '@eyrie/domain';

/** Somebody who is signed in, without a browser. */
export interface Caller {
  token: string;
  call<C extends CallDeclaration>(declaration: C, request: RequestOf<C>): Promise<ResponseOf<C>>;
}

async function ask<C extends CallDeclaration>(
  url: string,
  token: string,
  declaration: C,
  request: RequestOf<C>,
): Promise<ResponseOf<C>> {
  const answer = await fetch(`${url}${declaration.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'en', authToken: token },
    body: JSON.stringify(request),
  });
  const { message, data } = (await answer.json()) as Envelope<ResponseOf<C>>;
  if (!answer.ok) throw new Error(`${declaration.path}: ${message}`);
  return data;
}

/** @param url of the product */
export async function signInCaller(url: string, account: string, password: string): Promise<Caller> {
  const { authToken } = await ask(url, '', sessionCalls.login, { account, password });
  return { token: authToken, call: (declaration, request) => ask(url, authToken, declaration, request) };
}
