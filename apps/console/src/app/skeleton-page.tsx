import type { ReactNode } from 'react';
import { useFirstText } from '../platform/text.tsx';

const places = (count: number): ReactNode => Array.from({ length: count }, (_, at) => <span key={at} />);

/** What `index.html` shows before the program has come, and goes on showing until the pages have: their shape. */
export function SkeletonPage(): ReactNode {
  const text = useFirstText();
  const kind = /^#\/(?:DeviceAll|PortMonitor)/i.test(location.hash) ? 'alone' : 'shell';
  return (
    <div className={`skeleton-page skeleton-page-${kind}`}>
      <output className="ey-hidden">{text('app.loading')}</output>
      <div className="skeleton-page-menu">{places(6)}</div>
      <div className="skeleton-page-head" />
      <div className="skeleton-page-page">{places(4)}</div>
    </div>
  );
}
