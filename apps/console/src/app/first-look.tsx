import type { ReactNode } from 'react';
import { useFirstText } from '../platform/text.tsx';

const places = (count: number): ReactNode => Array.from({ length: count }, (_, at) => <span key={at} />);

/** What `index.html` shows before the program has come, and goes on showing until the pages have: their shape. */
export function FirstLook(): ReactNode {
  const text = useFirstText();
  const kind = /^#\/(?:DeviceAll|PortMonitor)/i.test(location.hash) ? 'alone' : 'shell';
  return (
    <div className={`first-look first-look-${kind}`}>
      <output className="ey-hidden">{text('app.loading')}</output>
      <div className="first-look-menu">{places(6)}</div>
      <div className="first-look-head" />
      <div className="first-look-page">{places(4)}</div>
    </div>
  );
}
