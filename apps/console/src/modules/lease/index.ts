export { LeaseAskDialog } from './lease-ask-dialog.tsx';
export { LeaseBar, useHolderName } from './lease-bar.tsx';
export { LeaseOverride } from './lease-override.tsx';
export { LeaseOverrideDialog } from './lease-override-dialog.tsx';
export { PayloadControl } from './payload-control.tsx';
export { whyNoControl } from './why-no-control.ts';
export { useLease, type Lease } from './use-lease.ts';
