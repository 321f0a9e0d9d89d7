import { mapShareCalls } from '@eyrie/domain';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { Allowed } from '../../platform/allowed.tsx';
import { useText } from '../../platform/text.tsx';
import type { NamedFile } from '../../platform/files-to-share.ts';

/** Takes the chosen files to where a share of them is made. */
export function ShareChosen({ files }: { files: readonly NamedFile[] }): ReactNode {
  const text = useText();
  const navigate = useNavigate();
  return (
    <Allowed call={mapShareCalls.add}>
      <Button
        onClick={() =>
          // Two hundred of them are too long for an address.
          void navigate('/MapShare', { state: { files: files.map(({ oid, name }) => ({ oid, name })) } })
        }
      >
        {text('media.share')}
      </Button>
    </Allowed>
  );
}
