import type { ReactNode } from 'react';
import { EveryToken } from '../../modules/access-token/index.ts';

/** Tokens with which programs call, of members and of services. */
export default function TokensTab(): ReactNode {
  return <EveryToken />;
}
