const AgentEditScreen = () => null

export default AgentEditScreen
