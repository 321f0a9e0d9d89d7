import type { ReactNode } from 'react';
import { OwnTokens } from '../../modules/access-token/index.ts';

/** Tokens with which programs call in one's name. */
export default function TokensTab(): ReactNode {
  return <OwnTokens />;
}
