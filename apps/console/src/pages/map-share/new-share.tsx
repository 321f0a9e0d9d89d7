import { mapShareCalls } from '@eyrie/domain';
import { Dialog } from '@eyrie/ui';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { MakeForm, type BeginAction } from '../../platform/list/index.ts';
import { useText } from '../../platform/text.tsx';
import { addedForm } from './share-form.tsx';
import { ShareLink } from './share-link.tsx';

/** A new share, and then its link: that is what it was made for. */
function NewShare({ onClose }: { onClose: () => void }): ReactNode {
  const text = useText();
  return (
    <MakeForm
      form={addedForm}
      title="mapShare.add"
      call={mapShareCalls.add}
      onClose={onClose}
      renderMade={({ token }) => (
        <Dialog
          open
          title={text('mapShare.saved')}
          onClose={onClose}
          footer={<Button onClick={onClose}>{text('app.close')}</Button>}
        >
          <ShareLink token={token} />
        </Dialog>
      )}
    />
  );
}

export const addShare: BeginAction = {
  icon: 'plus',
  label: 'mapShare.add',
  call: mapShareCalls.add,
  run: ({ dialog }) =>
    dialog({ title: 'mapShare.add', bare: true, content: (close) => <NewShare onClose={close} /> }),
};
