import type { ReactNode } from 'react';

/** A turning ring in a button that waits. Hidden from screen readers: the name of the button stays its own. */
export const WaitingSign = (): ReactNode => <span className="ey-waiting-sign" aria-hidden="true" />;
