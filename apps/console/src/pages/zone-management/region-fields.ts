import type { RegionKind, RegionRecord } from '@eyrie/domain';

/** What a person types of a region beside its shape. */
export interface RegionFields {
  name: string;
  kind: RegionKind;
  colour: string;
  group: string;
  groupOID: string | null;
  floor: number | null;
  ceiling: number | null;
  heightReference: 'ground' | 'sea';
  validFrom: number | null;
  validUntil: number | null;
  zone: string;
  enabled: boolean;
  remark: string;
}

/** Colours that tell kinds apart at first; people choose their own. */
export const usualColours: Readonly<Record<RegionKind, string>> = {
  note: '#2FB3A6',
  keepIn: '#3BA55D',
  noFly: '#E5484D',
  noLanding: '#E8912D',
  alternateLanding: '#4C8DFF',
};

export const freshFields = (zone: string): RegionFields => ({
  name: '',
  kind: 'note',
  colour: usualColours.note,
  group: '',
  groupOID: null,
  floor: null,
  ceiling: null,
  heightReference: 'ground',
  validFrom: null,
  validUntil: null,
  zone,
  enabled: true,
  remark: '',
});

export const fieldsOf = (record: RegionRecord, zone: string): RegionFields => ({
  name: record.name,
  kind: record.kind,
  colour: record.colour.slice(0, 7),
  group: record.group,
  groupOID: record.groupOID,
  floor: record.floor,
  ceiling: record.ceiling,
  heightReference: record.heightReference,
  validFrom: record.validFrom,
  validUntil: record.validUntil,
  zone: record.zone || zone,
  enabled: record.enabled,
  remark: record.remark,
});
