/** Who insures a dock or an aircraft, under which policy, until when. */
export const paperFields = ['insuranceCompany', 'policyNumber', 'insuranceUntil'] as const;
export const incompleteFields = [...paperFields, 'model', 'firmware'] as const;
export type IncompleteField = (typeof incompleteFields)[number];

type Known = Readonly<Record<'model' | 'firmware' | 'reportedModel' | 'reportedFirmware', string | null>>;

/** Whether a person has to say which model it is and what runs on it: nothing of the vendor's does. */
export const saysNothing = (vendor: unknown, reported: string | null): boolean =>
  vendor === 'own' && reported === null;

const papersMissing = (record: object): IncompleteField[] =>
  paperFields.filter((field) => (Reflect.get(record, field) ?? null) === null);

/**
 * What a record still lacks of what forms ask for. A device that came in by itself or from a spreadsheet works all the
 * same.
 * @param insured whether its kind is insured, and its organisation asks for it
 */
export const incompleteOf = (
  record: Partial<Known> & { vendor?: unknown },
  { insured, says }: { insured: boolean; says: boolean },
): IncompleteField[] => {
  const { model = null, firmware = null, reportedModel = null, reportedFirmware = null, vendor } = record;
  return [
    ...(insured ? papersMissing(record) : []),
    ...(!says && model === null && saysNothing(vendor, reportedModel) ? (['model'] as const) : []),
    ...(!says && firmware === null && saysNothing(vendor, reportedFirmware) ? (['firmware'] as const) : []),
  ];
};
