import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { QrCode } from '../../platform/qr-code.tsx';
import { useAllowed } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';

const page = '#/WorkOrderField';
const addressOf = (oid: string): string => `${location.origin}${location.pathname}${page}?oid=${oid}`;

/** Opens an order on a phone: here, or by the code with another one. */
export function FieldLink({ oid }: { oid: string }): ReactNode {
  const text = useText();
  const [shown, setShown] = useState(false);
  const works = useAllowed('work-order:work');
  const address = addressOf(oid);
  if (!works) return null;
  return (
    <>
      <Button aria-expanded={shown} onClick={() => setShown(!shown)}>
        {text('workOrder.field.open')}
      </Button>
      {shown ? (
        <div className="field-link">
          <QrCode value={address} title={text('workOrder.field.scan')} className="field-code" />
          <p>{text('workOrder.field.scan')}</p>
          <a href={address}>
            <bdi dir="ltr">{address}</bdi>
          </a>
        </div>
      ) : null}
    </>
  );
}

/** From the list of orders to the page for the field, where the window is as narrow as a phone. */
export function FieldPageLink(): ReactNode {
  const text = useText();
  const works = useAllowed('work-order:work');
  if (!works) return null;
  return (
    <a className="field-page-link" href={page}>
      {text('workOrder.fieldTitle')}
    </a>
  );
}
