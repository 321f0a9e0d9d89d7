// Of its own file: the sign-in page needs it, and nothing of what rooms define.
import type { RefusalReason } from './envelope.ts';

/**
 * Device codes and reasons that must not raise a toast (spec section 8). The command's own row and
 * the audit log still show them. Beside the four codes of the spec stand those whose texts it names: no reply (211001),
 * already live (003 of either family of live codes), no live picture (011).
 */
export const silentDeviceCodes: readonly number[] = [
  514303, 327014, 319044, 319042, 211001, 13003, 513003, 13011, 513011,
];
export const silentReasons: readonly RefusalReason[] = ['deviceSilent'];

/** Is a refusal one of those that raise no toast, in whatever language it is said. */
export const isSuppressed = (code: number, reason: string | null): boolean =>
  silentDeviceCodes.includes(code) || silentReasons.some((silent) => silent === reason);
