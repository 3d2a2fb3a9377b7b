import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
	NodeHelpers,
	type ICredentialType,
	type IDataObject,
	type INodeType,
	type INodeTypes,
	type IVersionedNodeType,
} from 'n8n-workflow';
import { itemsStart, noOperation } from './builtInNodes';

export type NodeClass = new () => INodeType | IVersionedNodeType;
export type CredentialClass = new () => ICredentialType;

interface PackageManifest {
	name: string;
	n8n: { nodes: string[]; credentials: string[] };
}

const root = join(__dirname, '../../../..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as PackageManifest;

/** The node and credential types that n8n knows with our package, loaded from the sources. */
export class TypeRegistry implements INodeTypes {
	private readonly nodes = new Map<string, INodeType | IVersionedNodeType>();

	private readonly instances = new Map<NodeClass, InstanceType<NodeClass>>();

	private readonly credentials = new Map<string, ICredentialType>();

	constructor() {
		for (const node of [itemsStart, noOperation]) this.nodes.set(node.description.name, node);
	}

	/**
	 * Like n8n's loader, makes the class an instance under the name of our package. From now on, it is
	 * the one of that name.
	 */
	add(nodeClass: NodeClass): string {
		const node = this.instances.get(nodeClass) ?? this.instanceOf(nodeClass);
		const { name } = node.description;
		this.nodes.set(name, node);
		return name;
	}

	private instanceOf(nodeClass: NodeClass): InstanceType<NodeClass> {
		const node = new nodeClass();
		node.description.name = `${manifest.name}.${node.description.name}`;
		this.instances.set(nodeClass, node);
		return node;
	}

	addCredential(credentialClass: CredentialClass): void {
		const credential = new credentialClass();
		this.credentials.set(credential.name, credential);
	}

	getByName(type: string): INodeType | IVersionedNodeType {
		if (!this.nodes.has(type)) this.loadPackagedNodes();
		const node = this.nodes.get(type);
		if (node === undefined) throw new Error(`Unrecognized node type: ${type}`);
		return node;
	}

	getByNameAndVersion(type: string, version?: number): INodeType {
		return NodeHelpers.getVersionedNodeType(this.getByName(type), version);
	}

	getKnownTypes(): IDataObject {
		return Object.fromEntries([...this.nodes.keys()].map((name) => [name, {}]));
	}

	getCredential(name: string): ICredentialType {
		if (!this.credentials.has(name)) this.loadPackagedCredentials();
		const credential = this.credentials.get(name);
		if (credential === undefined) throw new Error(`Unrecognized credential type: ${name}`);
		return credential;
	}

	private loadPackagedNodes() {
		for (const file of manifest.n8n.nodes) this.add(classIn<NodeClass>(sourceOf(file)));
	}

	private loadPackagedCredentials() {
		for (const file of manifest.n8n.credentials) {
			this.addCredential(classIn<CredentialClass>(sourceOf(file)));
		}
	}
}

const sourceOf = (file: string) => join(root, file.replace(/^dist\//, '').replace(/\.js$/, ''));

/** n8n's convention: the class has the name of the file. */
export function classIn<T>(source: string): T {
	const [name] = basename(source).split('.');
	// eslint-disable-next-line @typescript-eslint/no-require-imports -- what is loaded is known at run time only
	const found = (require(source) as Record<string, T | undefined>)[name];
	if (found === undefined) throw new Error(`There is no class ${name} in ${source}`);
	return found;
}
