export { ChecklistForm } from './checklist-form.tsx';
export { GateRules } from './gate-rules.tsx';
export { IntegrationKeys } from './integration-keys.tsx';
export { OpenIdForm } from './openid-form.tsx';
export { OrganisationList } from './organisation-list.tsx';
export { OrganisationSettings } from './organisation-settings.tsx';
