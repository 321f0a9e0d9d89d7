import { dockCalls, vendors, type ResponseOf } from '@eyrie/domain';
import { useQueryClient } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { RecordForm, type OwnField } from '../../platform/list/index.ts';
import { useSession } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import { useDockFields } from './dock-form.tsx';
import { dockModels } from './dock-form.rules.ts';
import { DockNeedsInShort } from './dock-needs.tsx';
import { DockWizard, WizardSteps } from './dock-wizard.tsx';
import './dock.css';

type Registered = ResponseOf<typeof dockCalls.add>;

function ModelChoice({ id, value, onChange }: OwnField): ReactNode {
  return <Select id={id} value={value} options={[...dockModels]} onChange={onChange} />;
}

const drawModel = (field: OwnField): ReactNode => <ModelChoice {...field} />;

function VendorChoice({
  id,
  value,
  onChange,
  onChosen,
}: OwnField & { onChosen: (vendor: unknown) => void }): ReactNode {
  const text = useText();
  const choose = (vendor: OwnField['value']): void => {
    onChosen(vendor);
    onChange(vendor);
  };
  const options = vendors.map((vendor) => ({ value: vendor, label: text(`register.vendor.${vendor}`) }));
  return <Select id={id} value={value} options={options} onChange={choose} />;
}

const drawVendor =
  (onChosen: (vendor: unknown) => void) =>
  (field: OwnField): ReactNode => <VendorChoice {...field} onChosen={onChosen} />;

/** Registers a dock in the member's own department, and then leads it in. */
export function RegisterDock({ onClose }: { onClose: () => void }): ReactNode {
  const client = useQueryClient();
  const groupOID = useSession((session) => session.user?.groupOID ?? '');
  const { name, insurance } = useDockFields();
  const [registered, setRegistered] = useState<Registered | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  if (registered) return <DockWizard dock={registered} given={registered} onClose={onClose} />;
  return (
    <RecordForm
      form={{
        word: 'dock',
        refusals: { snTaken: 'sn', nameTaken: 'name' },
        fields: {
          name,
          vendor: {
            label: 'device.vendor',
            required: true,
            field: drawVendor((vendor) => setIsOpen(vendor === 'own')),
          },
          // The models of other vendors are nobody's list.
          model: {
            label: 'field.model',
            required: true,
            ...(isOpen ? { dir: 'ltr' as const } : { field: drawModel }),
          },
          sn: { label: 'register.sn', hint: 'register.snHint', dir: 'ltr' },
          ...insurance,
        },
      }}
      title="register.title"
      verb="register.submit"
      before={
        <>
          <WizardSteps stage="needs" />
          <DockNeedsInShort />
        </>
      }
      call={dockCalls.add}
      begun={{ vendor: 'DJI' }}
      fixed={{ groupOID, bindByCode: true }}
      onSaved={(dock) => {
        setRegistered(dock);
        // Routes, tasks and the map know it from now on.
        void client.invalidateQueries();
      }}
      onClose={onClose}
    />
  );
}
