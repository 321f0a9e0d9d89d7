import type { ReactNode } from 'react';
import { Webhooks } from '../../modules/webhook/index.ts';

/** Signed messages to other systems. */
export default function WebhooksTab(): ReactNode {
  return (
    <div className="organisation-cards">
      <Webhooks />
    </div>
  );
}
