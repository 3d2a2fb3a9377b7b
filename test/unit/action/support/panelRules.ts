import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

/** Returns the names of the fields that break the rule. */
type Rule = (fields: INodeProperties[]) => string[];

type Choice = INodeProperties | INodePropertyCollection | INodePropertyOptions;

const CONTAINERS = ['collection', 'fixedCollection'];
const WITHOUT_INPUT = ['notice', 'callout', 'hidden', 'curlImport'];
const CHOOSES_OTHERS = ['resource', 'operation', 'authentication'];

/**
 * An empty value of these means something, so they must be visible. n8n’s guidelines also ask that
 * of Return All.
 */
const SEEN_AT_ONCE = ['returnAll', 'since', 'addresses'];

const LONGEST_HINT = 120;
/** n8n cuts what is longer. */
const LONGEST_IN_OPTION = 120;

/** A field that is shown only after another one is set belongs next to it. */
const follows = ({ displayOptions }: INodeProperties) =>
	Object.keys(displayOptions?.show ?? {}).some(
		(name) => !['resource', 'operation', '@tool', '@version'].includes(name),
	);

const choicesOf = ({ options = [] }: INodeProperties): Choice[] => options;

const isField = (choice: Choice): choice is INodeProperties => 'type' in choice;

/** The fields of a panel, including those in collections. */
export const allFields = (fields: INodeProperties[]): INodeProperties[] =>
	fields.flatMap((field) => [field, ...allFields(choicesOf(field).filter(isField))]);

const descriptionOf = (choice: Choice) =>
	'description' in choice ? (choice.description ?? '') : '';

const isSorted = (names: string[]) =>
	names.join() === [...names].sort((a, b) => a.localeCompare(b)).join();

const namesOf = (fields: INodeProperties[]) => fields.map(({ name }) => name);

/**
 * n8n’s lint has some of them, but does not read a description with parts from other files, like
 * ours.
 */
export const PANEL_RULES: Record<string, Rule> = {
	'optional fields stand in a collection': (fields) =>
		namesOf(
			fields
				.filter(({ type }) => ![...CONTAINERS, ...WITHOUT_INPUT].includes(type))
				.filter(({ name }) => ![...CHOOSES_OTHERS, ...SEEN_AT_ONCE].includes(name))
				.filter((field) => field.required !== true && !follows(field)),
		),
	'JSON is asked for in a collection, or required': (fields) =>
		namesOf(fields.filter(({ type, required }) => type === 'json' && required !== true)),
	'JSON shows an example': (fields) =>
		namesOf(
			allFields(fields).filter(
				({ type, description = '' }) => type === 'json' && !description.includes('{"'),
			),
		),
	'hints are short': (fields) =>
		namesOf(allFields(fields).filter(({ hint = '' }) => hint.length > LONGEST_HINT)),
	'n8n cuts no description of an option': (fields) =>
		namesOf(
			allFields(fields).filter((field) =>
				choicesOf(field).some(
					(choice) => !isField(choice) && descriptionOf(choice).length > LONGEST_IN_OPTION,
				),
			),
		),
	'fields of a collection are in the order of the alphabet': (fields) =>
		namesOf(
			allFields(fields)
				.filter(({ type }) => CONTAINERS.includes(type))
				.filter(
					(field) =>
						!isSorted(
							choicesOf(field)
								.filter(isField)
								.map(({ displayName }) => displayName),
						),
				),
		),
	'options are in the order of the alphabet, each once': (fields) =>
		namesOf(
			allFields(fields)
				.filter(({ type, name }) => /ptions$/.test(type) && name !== 'events')
				.filter((field) => {
					const names = choicesOf(field).map(({ name }) => name);
					return !isSorted(names) || new Set(names).size < names.length;
				}),
		),
	'options are called by words': (fields) =>
		namesOf(
			allFields(fields).filter((field) => choicesOf(field).some(({ name }) => /\*/.test(name))),
		),
	'every field has a default': (fields) =>
		namesOf(allFields(fields).filter(({ default: of }) => of === undefined)),
	'a limit begins at 1 and is 50': (fields) =>
		namesOf(
			allFields(fields)
				.filter(({ name }) => name === 'limit')
				.filter((field) => field.default !== 50 || field.typeOptions?.minValue !== 1),
		),
};
