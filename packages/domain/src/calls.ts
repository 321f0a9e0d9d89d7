import type { CallDeclaration } from './call.ts';
import { calls } from './rooms.generated.ts';

export const allCalls: readonly CallDeclaration[] = Object.values(calls).flatMap(
  (room) => Object.values(room) as CallDeclaration[],
);
