import { Button, Input } from 'antd';
import type { ReactNode } from 'react';
import { copyText } from '../../platform/copy.ts';
import { QrCode } from '../../platform/qr-code.tsx';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';

/** Address of a shared map as somebody outside opens it. */
const linkOf = (token: string): string => `${location.origin}${location.pathname}#/share/${token}`;

/** The link of a share, to be copied, or to be read by a telephone. */
export function ShareLink({ token }: { token: string }): ReactNode {
  const text = useText();
  const link = linkOf(token);
  const copy = async (): Promise<void> => {
    if (await copyText(link)) showToast('success', text('mapShare.copied'));
    else showToast('error', text('app.copyRefused'));
  };
  return (
    <div className="map-share-link ey-grid ey-gap-8">
      <Input
        readOnly
        dir="ltr"
        value={link}
        aria-label={text('mapShare.link')}
        onFocus={({ target }) => target.select()}
      />
      <Button type="primary" onClick={() => void copy()}>
        {text('mapShare.copy')}
      </Button>
      <QrCode value={link} title={text('mapShare.link')} className="map-share-qr" />
    </div>
  );
}
