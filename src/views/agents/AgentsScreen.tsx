const AgentsScreen = () => null

export default AgentsScreen
