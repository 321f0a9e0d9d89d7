import type { ReactNode } from 'react';
import { Webhooks } from '../../modules/webhook/index.ts';

/** Signed messages to other systems. */
export default function WebhooksTab(): ReactNode {
  return (
    <div className="organisation-cards ey-grid ey-gap-16">
      <Webhooks />
    </div>
  );
}
