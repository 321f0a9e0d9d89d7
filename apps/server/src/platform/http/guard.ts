import {
  auditActions,
  bytesOf,
  isMenuResource,
  isOpenToTokens,
  isSecret,
  refusalsOf,
  writesRefusal,
  type CallDeclaration,
  type RefusalReason,
} from '@eyrie/domain';
import type { CallContext, Caller, Endpoint } from './endpoint.ts';
import { BytesAnswer } from './endpoint.ts';
import { issuesOf, success, type Answer } from './answer.ts';
import { refusalOf } from './known-error.ts';
import { Refusal } from './refusal.ts';

/** Called for every refusal for lack of rights and every refused change, for the audit log. */
export type RefusalListener = (
  declaration: CallDeclaration,
  context: CallContext,
  reason: RefusalReason,
  /** What was asked, where it was read; may hold secrets. */
  request?: unknown,
) => void;

/** An access token makes what is open to tokens and within its scope, and nothing else. */
const permitToken = (declaration: CallDeclaration, { byToken }: Caller): void => {
  if (!byToken) return;
  const { calls } = byToken;
  const within = calls === null ? declaration.effect === 'reads' : calls.has(declaration.path);
  if (!within || !isOpenToTokens(declaration)) throw new Refusal('tokenRefused');
};

/** A display asks for its live credential, and makes no other call that changes anything. */
const permitDisplay = ({ effect, permission, whileViewing }: CallDeclaration, { readOnly }: Caller): void => {
  if (readOnly !== true || effect === 'reads') return;
  if (permission !== 'session' || whileViewing !== true) throw new Refusal('viewOnly');
};

const permit = (declaration: CallDeclaration, caller: Caller | null): void => {
  if (declaration.permission === 'public') return;
  if (!caller) throw new Refusal('notSignedIn');
  permitToken(declaration, caller);
  permitDisplay(declaration, caller);
  if (caller.mustChange && !declaration.whileMustChange) throw new Refusal('mustChangePassword');
  if (caller.mustSetUp && !declaration.whileMustChange) throw new Refusal('mustSetUp');
  if (declaration.permission === 'session') return;
  if (!declaration.permission.some((resource) => caller.resources.has(resource)))
    throw new Refusal('notAllowed', {
      values: {
        permission: declaration.permission.find((one) => !isMenuResource(one)) ?? declaration.permission[0],
      },
      data: { permission: declaration.permission },
    });
};

/** Whether a caller may make a call, whatever it would do. */
export const mayCall = (declaration: CallDeclaration, caller: Caller | null): boolean => {
  try {
    permit(declaration, caller);
    return true;
  } catch {
    return false;
  }
};

type AnonymousContext = Omit<CallContext, 'caller'>;

/**
 * Refuses a caller without the right to the call, and reports it.
 * @param request what was asked, as far as it has been read
 */
export const checkRights = (
  endpoint: Endpoint,
  caller: Caller | null,
  context: AnonymousContext,
  onRefusal: RefusalListener,
  request?: unknown,
): void => {
  try {
    permit(endpoint.declaration, caller);
  } catch (error) {
    if (error instanceof Refusal)
      onRefusal(endpoint.declaration, { ...context, caller: caller as Caller }, error.reason, request);
    throw error;
  }
};

/** Why a call may be refused for lack of rights, whatever it would have done. */
const denials: readonly RefusalReason[] = ['notAllowed', 'tokenRefused', 'viewOnly'];

/** Reports what somebody who is signed in was refused before the call was run at all. */
export const reportUnrun = (
  declaration: CallDeclaration,
  error: unknown,
  caller: Caller | null,
  context: AnonymousContext,
  onRefusal: RefusalListener,
  request?: unknown,
): void => {
  if (!(error instanceof Refusal) || !caller) return;
  const written = declaration.effect === 'changes' || auditActions(declaration).length > 0;
  if (!written && !denials.includes(error.reason)) return;
  onRefusal(declaration, { ...context, caller }, error.reason, request);
};

/**
 * Runs one call whose rights were checked: shape of the request, handler, shape of the answer. Throws
 * `Refusal`; any other error is ours.
 */
export const runCall = async (
  endpoint: Endpoint,
  rawRequest: unknown,
  caller: Caller | null,
  context: AnonymousContext,
  onRefusal: RefusalListener = () => undefined,
): Promise<Answer | BytesAnswer> => {
  const { declaration } = endpoint;
  permit(declaration, caller);
  const full = { ...context, caller: caller as Caller, declaration } satisfies CallContext;
  try {
    return await answerCall(endpoint, rawRequest, full);
  } catch (error) {
    const reason = refusalOf(error)?.reason;
    if (reason && !refusalsOf(declaration).has(reason))
      context.log.error({ path: declaration.path, reason }, 'a refusal is not among those that are declared');
    if (error instanceof Refusal && caller && writesRefusal(declaration, error.reason))
      onRefusal(declaration, full, error.reason, rawRequest);
    throw error;
  }
};

const answerCall = async (
  endpoint: Endpoint,
  rawRequest: unknown,
  full: CallContext,
): Promise<Answer | BytesAnswer> => {
  const { declaration } = endpoint;
  const context = full;
  const parsed = declaration.request.safeParse(rawRequest);
  if (!parsed.success)
    throw new Refusal('invalid', {
      issues: issuesOf(parsed.error, rawRequest, context.language, (path) =>
        isSecret(declaration.request, path),
      ),
    });
  const result = await endpoint.handle(parsed.data, full);
  if (result instanceof BytesAnswer) {
    const type = result.headers['content-type'];
    if (type === undefined || bytesOf(declaration).includes(type)) return result;
    context.log.error({ path: declaration.path, type }, 'bytes do not fit their declaration');
    throw new Refusal('internal');
  }
  const answer = declaration.response.safeParse(result);
  if (!answer.success) {
    context.log.error(
      { path: declaration.path, issues: answer.error.issues.slice(0, 5) },
      'answer does not fit its declaration',
    );
    throw new Refusal('internal');
  }
  return success(context.language, answer.data);
};
