import { Typography } from 'antd';
import type { ReactNode } from 'react';
import { QrCode } from '../../platform/qr-code.tsx';
import { useText } from '../../platform/text.tsx';
import './pilot.css';

const isLocal = (host: string): boolean => host === 'localhost' || host === '127.0.0.1' || host === '[::1]';

/** Says how the page is opened on a controller, to whoever opens it in an ordinary browser. */
export function OutsidePilot(): ReactNode {
  const text = useText();
  const { origin, pathname, hostname } = window.location;
  const address = `${origin}${pathname}#/pilot`;
  return (
    <section className="pilot-outside ey-grid ey-gap-12">
      <h2>{text('pilot.outside.title')}</h2>
      <p>{text('pilot.outside.how')}</p>
      {isLocal(hostname) ? (
        <p role="alert" className="pilot-result">
          {text('pilot.outside.local')}
        </p>
      ) : null}
      <dl>
        <dt>{text('pilot.outside.address')}</dt>
        <dd>
          <Typography.Text copyable={{ text: address }} code>
            <bdi dir="ltr">{address}</bdi>
          </Typography.Text>
        </dd>
      </dl>
      <QrCode value={address} title={text('pilot.outside.scan')} className="pilot-code" />
    </section>
  );
}
