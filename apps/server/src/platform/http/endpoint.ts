import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { CallDeclaration, ParsedRequestOf, ResponseOf } from '@eyrie/domain';
import type { Log } from '../log.ts';

/** Who calls. Made by the session room from a token; never from anything the caller says. */
export interface Caller {
  memberOID: string;
  account: string;
  name: string;
  /** Organisation. */
  groupRoot: string;
  /** Own department; the member sees it and everything below. */
  groupOID: string;
  /** The own department is the top one: nothing of the organisation lies outside of it. Missing: not known. */
  wholeOrganisation?: boolean;
  sessionOID: string;
  resources: ReadonlySet<string>;
  mustChange: boolean;
  /** Nothing but setting up an authenticator app is open yet. */
  mustSetUp: boolean;
  /** Set where an access token calls: the paths that it is bound to, or null for every reading that is open to tokens. */
  byToken?: { calls: ReadonlySet<string> | null };
  /** A display on a wall: it reads, and changes nothing. */
  readOnly?: boolean;
}

export type Language = 'zh-CN' | 'en' | 'ar';

export interface UploadedFile {
  name: string;
  bytes: Uint8Array;
}

/** A file that is too big for memory. It and its folder are gone when the call is over. */
export interface SpooledFile {
  name: string;
  path: string;
  size: number;
}

/** A file that waits in memory in place of the disk, as it came. */
export interface HeldFile {
  name: string;
  size: number;
  chunks: readonly Buffer[];
}

/** Bytes instead of an envelope. */
export class BytesAnswer {
  readonly body: Readable | Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number;
  /**
   * Whether a caller may have these bytes, asked again while they are on their way. Without it they go on as long as
   * the caller keeps the call, and a department that sees no less.
   */
  readonly visibleTo: ((caller: Caller) => Promise<boolean>) | undefined;
  constructor(
    body: Readable | Uint8Array,
    headers: Readonly<Record<string, string>>,
    status = 200,
    visibleTo?: (caller: Caller) => Promise<boolean>,
  ) {
    this.body = body;
    this.headers = headers;
    this.status = status;
    this.visibleTo = visibleTo;
  }
}

export interface CallContext {
  /** The call that is made. */
  declaration?: CallDeclaration;
  /** Set on every call but public ones. */
  caller: Caller;
  language: Language;
  address: string;
  userAgent: string;
  correlationId: string;
  log: Log;
  /** Set on upload calls. */
  file: UploadedFile | null;
  /** Set on upload calls that go to the disk. */
  spooled?: SpooledFile | null;
  /** Set in place of that where there was room for it in memory. */
  held?: HeldFile | null;
  /** Authorisation facts for sign-in calls: cookies to set or clear on the answer. */
  setCookie(name: string, value: string, maxAgeSeconds: number | null): void;
  clearCookies(): void;
  /** A cookie that came with the call. */
  cookie(name: string): string | undefined;
  /** The request's Range header, for byte answers. */
  range: string | null;
  /** Its If-Range header: the mark of the bytes that the range is of. */
  ifRange?: string | null;
  /** The token the call came with. */
  token: string | null;
}

export type Handler<C extends CallDeclaration> = (
  request: ParsedRequestOf<C>,
  context: CallContext,
) => Promise<(C['response'] extends z.ZodUnknown ? BytesAnswer : z.input<C['response']>) | ResponseOf<C>>;

export interface Endpoint {
  declaration: CallDeclaration;
  handle(request: unknown, context: CallContext): Promise<unknown>;
}

/** Ties a handler to its declaration; the guard has parsed the request before the handler runs. */
export const serve = <C extends CallDeclaration>(declaration: C, handler: Handler<C>): Endpoint => ({
  declaration,
  handle: (request, context) => handler(request as ParsedRequestOf<C>, context),
});
